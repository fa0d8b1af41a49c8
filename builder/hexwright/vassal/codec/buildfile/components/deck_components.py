"""Components: decks and at-start stacks."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.field_values import Colour
from hexwright.vassal.codec.shared_records import FastMatch, PropertyParameter


@component("VASSAL.build.module.map.DrawPile", "Deck")
class DrawPile(Component):
    CHILDREN = (
        "CardSlot",
        "DeckGlobalKeyCommand",
        "DeckSendKeyCommand",
        "DeckSortKeyCommand",
        "DeckSubFolder",
    )

    name = attr.text("name", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    owning_board = attr.text("owningBoard", "Belongs to board", kind="board", omitted=True)
    x = attr.integer("x", "X position", 100)
    y = attr.integer("y", "Y position", 100)
    width = attr.integer("width", "Width", 40)
    height = attr.integer("height", "Height", 40)
    allow_multiple = attr.boolean("allowMultiple", "Allow multiple cards to be drawn", True)
    draw_multiple_message = attr.text(
        "drawMultipleMessage", "Menu command to draw multiple", "Draw multiple cards"
    )
    allow_select = attr.boolean("allowSelect", "Allow specific cards to be drawn", True)
    draw_specific_message = attr.text(
        "drawSpecificMessage", "Menu command to draw specific", "Draw specific cards"
    )
    select_display_property = attr.text(
        "selectDisplayProperty", "When selecting, list cards using", "$BasicName$"
    )
    select_sort_property = attr.text("selectSortProperty", "When selecting, sort cards by")
    face_down = attr.choice(
        "faceDown",
        "Contents are face down",
        "Always",
        ("Always", "Never", "Via right-click Menu", "MenuDefaultUp"),
    )
    face_flip_hotkey = attr.key("faceFlipHotkey", "Hotkey to flip deck over")
    face_up_message = attr.text("faceUpMessage", "Menu command to turn deck face up", "Face up")
    face_up_hotkey = attr.key("faceUpHotkey", "Hotkey to turn deck face up")
    face_up_report_format = attr.formatted("faceUpReportFormat", "Face up report format")
    face_down_message = attr.text("faceDownMessage", "Menu command to turn deck face down", "Face down")
    face_down_hotkey = attr.key("faceDownHotkey", "Hotkey to turn deck face down")
    face_down_format = attr.formatted("faceDownFormat", "Face-down report format")
    draw_face_up = attr.boolean("drawFaceUp", "Draw new cards face up")
    shuffle = attr.choice("shuffle", "Re-shuffle", "Always", ("Always", "Never", "Via right-click Menu"))
    shuffle_command = attr.text("shuffleCommand", "Re-shuffle menu command", "Shuffle")
    shuffle_format = attr.formatted("shuffleFormat", "Re-shuffle report format")
    shuffle_hotkey = attr.key("shuffleHotkey", "Re-shuffle hotkey")
    reversible = attr.boolean("reversible", "Reversible", True)
    reverse_command = attr.text("reverseCommand", "Reverse menu command", "Reverse")
    reverse_format = attr.formatted("reverseFormat", "Reverse report format")
    reverse_hotkey = attr.key("reverseHotkey", "Reverse hotkey")
    draw = attr.boolean("draw", "Draw outline when empty")
    color = attr.colour("color", "Color", Colour(0, 0, 0))
    hotkey_on_empty = attr.boolean("hotkeyOnEmpty", "Send hotkey when empty")
    empty_hotkey = attr.key("emptyHotkey", "Hotkey to send when Deck empties")
    reshufflable = attr.boolean("reshufflable", "Include command to send entire deck to another deck")
    reshuffle_command = attr.text("reshuffleCommand", "Send menu command")
    reshuffle_message = attr.formatted("reshuffleMessage", "Send report format")
    reshuffle_hotkey = attr.key("reshuffleHotkey", "Send Hotkey")
    reshuffle_target = attr.text("reshuffleTarget", "Name of deck to send to")
    can_save = attr.boolean("canSave", "Can be saved-to/loaded-from a file")
    save_message = attr.text("saveMessage", "Save menu command", "Save Deck")
    save_hotkey = attr.key("saveHotkey", "Save hotkey")
    save_report_format = attr.formatted("saveReportFormat", "Save report format", "Deck Saved")
    load_message = attr.text("loadMessage", "Load menu command", "Load Deck")
    load_hotkey = attr.key("loadHotkey", "Load hotkey")
    load_report_format = attr.formatted("loadReportFormat", "Load report format", "Deck Loaded")
    max_stack = attr.integer("maxStack", "Maximum cards to display in stack", 10)
    expression_counting = attr.boolean("expressionCounting", "Perform counting of property expressions")
    count_expressions = attr.strings("countExpressions", "Expressions to count")
    restrict_option = attr.boolean("restrictOption", "Restrict adding counters by Drag 'n Drop")
    restrict_expression = attr.expression("restrictExpression", "Dropped counters must match expression")
    deck_restrict_access = attr.boolean("deckRestrictAccess", "Restrict access to specific player sides")
    deck_owners = attr.strings("deckOwners", "Players who can add/remove cards and use right+click menu")


@component("VASSAL.build.module.map.DeckGlobalKeyCommand", "Deck Global Key Command")
class DeckGlobalKeyCommand(Component):
    name = attr.text("name", "Menu command")
    hotkey = attr.key("hotkey", "Global Key Command")
    target = attr.record("target", "Pre-select (Fast Match)", FastMatch("DECK"))
    filter = attr.expression("filter", "Matching expression")
    deck_count = attr.text("deckCount", "Affects", "-1")
    report_format = attr.formatted("reportFormat", "Report format")
    report_single = attr.boolean("reportSingle", "Suppress individual reports", True)
    suppress_sounds = attr.boolean("suppressSounds", "Suppress individual sounds")
    parameters = attr.records(
        "parameters", "Set Dynamic Properties in target pieces", PropertyParameter, omitted=True
    )


@component("VASSAL.build.module.map.deck.DeckSendKeyCommand", "Deck Send Key Command")
class DeckSendKeyCommand(Component):
    description = attr.text("description", "Description")
    menu_text = attr.text("menuText", "Menu command", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    report_format = attr.formatted("reportFormat", "Report format")
    variable_deck = attr.boolean("variableDeck", "Variable target deck")
    target_deck = attr.text("targetDeck", "Target deck name")
    deck_expression = attr.formatted("deckExpression", "Target deck name expression", "{}")
    send_matching = attr.boolean("sendMatching", "Only send selected cards")
    match_expression = attr.formatted("matchExpression", "Only send cards that match expression", "{}")
    limit_total = attr.boolean("limitTotal", "Limit total number of cards sent to target")
    limit_expression = attr.formatted("limitExpression", "Maximum number of cards to send", "{}")
    stop = attr.boolean("stop", "Stop sending cards when condition met")
    stop_expression = attr.formatted("stopExpression", "Stop sending expression", "{}")
    stop_also = attr.boolean("stopAlso", "Also send card that matches stop condition")
    apply_on_move = attr.boolean("applyOnMove", "Apply any apply-on-move key commands for destination map")


@component("VASSAL.build.module.map.deck.DeckSortKeyCommand", "Deck Sort Key Command")
class DeckSortKeyCommand(Component):
    description = attr.text("description", "Description")
    menu_text = attr.text("menuText", "Menu command", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    report_format = attr.formatted("reportFormat", "Report format")
    sort_parameters = attr.text("sortParameters", "Sort by properties", omitted=True)


@component("VASSAL.build.module.map.SetupStack", "At-Start Stack")
class SetupStack(Component):
    CHILDREN = ("PieceSlot",)

    name = attr.text("name", "Name", omitted=True)
    owning_board = attr.text("owningBoard", "Belongs to board", kind="board", omitted=True)
    use_grid_location = attr.boolean("useGridLocation", "Use grid location")
    location = attr.text("location", "Location", omitted=True)
    x = attr.integer("x", "X position", 100)
    y = attr.integer("y", "Y position", 100)
