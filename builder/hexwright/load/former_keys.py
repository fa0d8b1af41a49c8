"""List former keys and values of the data format, and hints for keys that designers often try.

`hexwright migrate` replaces renamed keys and values; a message gives the present name of every former key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from hexwright.model.charts import Charts, CombatTable, TerrainEffect, Turn
from hexwright.model.counter_mix import CounterMix, Rating, Step, Unit
from hexwright.model.enforcement_ledger import Case
from hexwright.model.hex_map import FeatureGroup, HexLine, HexsideLine, LineExit
from hexwright.model.order_of_battle import OrderOfBattle, Reinforcement, Replacement, Withdrawal
from hexwright.model.rules.advance_after_combat_record import AdvanceAfterCombat
from hexwright.model.rules.air_mission_record import AirRules
from hexwright.model.rules.airdrop_record import Airdrop
from hexwright.model.rules.bombardment_record import Bombardment, BombardmentRange
from hexwright.model.rules.cadre_record import Cadre, GroupCadre
from hexwright.model.rules.combat_modifier_record import Modifier, StrengthRounding
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.disruption_record import Disruption
from hexwright.model.rules.fire_combat_record import (
    AirSupport,
    DefenceBonus,
    DiceDivisor,
    DiceLimit,
    Exploitation,
    FireAdvance,
    FireRetreat,
    FireRules,
    HexsideLimit,
    HexsideLimitException,
    HitModifier,
    NotDisrupted,
)
from hexwright.model.rules.fortified_hexside_record import FortifiedHexsides
from hexwright.model.rules.garrison_release_record import Garrison
from hexwright.model.rules.mandatory_attack_record import AttackDuties, AttackDuty
from hexwright.model.rules.movement_record import AllowanceModifier, EntryCost, MovementMode, ZoneCosts
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.rail_movement_record import EntrainedLimit, Entraining
from hexwright.model.rules.replacement_record import (
    Account,
    AccountReduction,
    Attrition,
    Entry,
    Event,
    ReplacementDeduction,
    ReplacementRules,
)
from hexwright.model.rules.rules_record import CombatRules, Phase, Retreat, Rules, ZoneOfControl
from hexwright.model.rules.situation_record import Situation
from hexwright.model.rules.stacking_record import Stacking, StackLimit
from hexwright.model.rules.supply_capacity_record import SupplyCapacity
from hexwright.model.rules.supply_record import (
    GroupLoss,
    OutOfSupplySurvival,
    SupplyLine,
    SupplyRange,
    SupplyRangeModifier,
)
from hexwright.model.rules.transport_network_record import NetworkStates, NetworkUse
from hexwright.model.rules.victory_record import AutomaticVictory, Level, Loss, Presence, VictoryRules
from hexwright.model.scenario import Scenario, SetUp, SetUpArea, SetUpLimit

RENAMED_KEYS: Final[Mapping[type, Mapping[str, str]]] = {
    FeatureGroup: {"when": "option"},
    HexsideLine: {"when": "option", "sides": "hexsides"},
    HexLine: {"when": "option"},
    LineExit: {"at": "hex", "side": "direction"},
    Unit: {"art": "symbol_picture", "back": "back_picture"},
    Step: {"values": "ratings"},
    CounterMix: {"figures": "ratings"},
    Rating: {"form": "format"},
    OrderOfBattle: {"arrivals": "reinforcements"},
    Reinforcement: {"under": "option"},
    Replacement: {"under": "option"},
    Withdrawal: {"under": "option"},
    Charts: {"timetables": "turn_tracks", "overviews": "text_tables"},
    CombatTable: {"by": "kind", "others": "alternate_tables"},
    TerrainEffect: {"of": "subject"},
    Turn: {"roll": "weather_roll", "after": "weather_after"},
    Rules: {
        "works": "fortified_hexsides",
        "untenable": "adjacent_elimination",
        "waiting": "garrisons",
        "communication": "supply_lines",
        "supply": "out_of_supply",
    },
    Phase: {
        "moves": "modes",
        "not_on": "except_turns",
        "of": "affected_side",
        "in_supply": "supplied_only",
        "air": "air_support",
        "air_dice": "max_air_dice",
    },
    Criteria: {"facing": "across_front", "zone": "enemy_zoc", "under": "option"},
    Stacking: {"kept": "enforced"},
    StackLimit: {"most": "max"},
    MovementMode: {
        "zone_costs": "ezoc_costs",
        "lines": "line_costs",
        "one_hex": "always_one_hex",
        "paces": "allowance_modifiers",
        "bonus": "no_attack_bonus",
        "bonus_rule": "no_attack_bonus_rule",
        "road": "road_bonus",
        "through_friends": "through_friendly_units",
    },
    ZoneCosts: {"cross": "zoc_to_zoc"},
    AllowanceModifier: {"change": "add", "times": "multiply", "rounded": "rounding", "every_hex": "hex_cost"},
    Entraining: {
        "hexes": "hexes_per_mp",
        "lasts": "may_stay_entrained",
        "attacks": "may_attack",
        "zones": "may_enter_ezoc",
        "limits": "capacity",
    },
    EntrainedLimit: {"most": "max", "new": "counts_reinforcements"},
    ZoneOfControl: {"friends_cancel": "friendly_units_cancel"},
    CombatRules: {
        "attacked": "target",
        "fractions": "rounding",
        "most_columns": "max_column_shift",
        "most_die": "max_drm",
        "advance": "max_advancing",
        "stand_in": "step_loss_for_retreat",
        "stand_under": "step_loss_for_retreat_option",
        "cut_first_under": "cap_odds_before_shifts",
        "below": "below_minimum_odds",
        "undefended": "zero_defence_result",
        "barred": "forbidden_attacks",
        "overlooked": "ignored_defenders",
        "lower_odds": "may_lower_odds",
        "ignored": "ignorable_results",
        "duties": "mandatory_attacks",
        "remnants": "cadres",
    },
    Retreat: {
        "full": "if_overstacked",
        "led_by": "chosen_by",
        "by_result": "hexes_by_result",
        "along": "along_network",
        "unhindered": "ignores_ezoc",
        "passed": "passable_enemies",
        "lost": "cannot_retreat",
    },
    Modifier: {"columns": "column_shift", "die": "drm", "most": "max_column"},
    StrengthRounding: {"each": "per_unit"},
    AdvanceAfterCombat: {"most": "max"},
    Disruption: {
        "moves": "may_move",
        "attacks": "may_attack",
        "zone": "exerts_zoc",
        "again": "second_disruption",
    },
    Bombardment: {"units": "ranges", "spared": "unaffected"},
    BombardmentRange: {"hexes": "range"},
    AttackDuties: {"attackers": "must_attack", "enemies": "must_be_attacked", "spared": "exceptions"},
    AttackDuty: {"out_of": "attacking_from"},
    Overrun: {"then": "afterwards"},
    Cadre: {"leaves": "replaced_by", "strength": "min_strength", "cornered": "only_if_no_retreat"},
    GroupCadre: {"leaves": "replaced_by", "strength": "min_strength"},
    FireRules: {
        "hits_from": "hits_on",
        "limits": "dice_limits",
        "changes": "hit_modifiers",
        "divisions": "dice_divisors",
        "across": "hexside_limit",
        "bonuses": "defence_bonuses",
        "air": "air_support",
        "fortification": "fortification_absorbs",
        "tables": "use_hit_tables",
        "tables_under": "hit_tables_option",
    },
    DiceLimit: {"dice": "max_dice", "air": "for_air_units"},
    HitModifier: {"worse": "minus"},
    DiceDivisor: {"by": "divide_by"},
    HexsideLimit: {"most": "max", "more": "exceptions", "one_of": "max_one_of"},
    HexsideLimitException: {"most": "max"},
    DefenceBonus: {"most": "max"},
    AirSupport: {"most": "max", "supplied": "supplied_attacker", "at_most_ground": "capped_by_ground_dice"},
    FireRetreat: {"beside_attackers": "adjacent_to_attackers", "into_attacked": "may_join_attacked"},
    FireAdvance: {"must": "mandatory", "steady": "not_disrupted", "beyond": "exploitation"},
    Exploitation: {"spare": "surplus_only"},
    FortifiedHexsides: {
        "side": "destroyed_by",
        "attacks": "destroyed_by_attack",
        "whole_line": "line_destroyed_at",
    },
    AirRules: {
        "intercepted": "interception",
        "out": "turns_out",
        "together": "several_interceptors",
        "strikes": "may_strike",
    },
    NetworkUse: {"from_start": "original_only", "heads": "railhead_name"},
    NetworkStates: {"menders": "repaired_by", "cut": "cut_name", "names": "repaired_names"},
    Situation: {"lasting": "permanent"},
    Garrison: {"until": "released_by"},
    SupplyLine: {
        "lesser": "limited_network",
        "rations": "supply_capacity",
        "length": "range",
        "reach": "range_in_mp",
        "guards": "blocking_classes",
        "kept": "fixed_in_movement",
    },
    SupplyCapacity: {"most": "max", "beyond": "also_supplies", "binds_new": "limits_replacements"},
    SupplyRange: {"allowance": "unit_allowance", "limited": "limited_multiplier", "stretches": "modifiers"},
    SupplyRangeModifier: {"times": "multiply"},
    GroupLoss: {"rounded": "rounding", "remnants": "cadres"},
    OutOfSupplySurvival: {"most": "max"},
    ReplacementRules: {
        "levies": "deductions",
        "stored": "replacement_units",
        "one_of": "max_one_of",
        "never": "not_replaceable",
        "shared": "may_stack",
        "disrupted": "arrive_disrupted",
        "give_up": "may_give_up_units",
        "drops": "airdrops",
    },
    Account: {"shares": "reductions", "kept": "accumulates"},
    AccountReduction: {"times": "multiply"},
    ReplacementDeduction: {"whole": "full_accounts_only"},
    Entry: {
        "comes": "arrives",
        "turns": "delay",
        "early": "may_come_early",
        "taken_up": "redeploys_on",
        "forfeit": "lost_if_occupied",
        "anywhere": "any_supplied_hex",
        "disrupted": "arrive_disrupted",
        "entrained": "arrive_entrained",
    },
    Airdrop: {"parted": "breakdowns", "most": "max", "around": "near_place"},
    Attrition: {"all_under": "all_sides_roll"},
    Event: {
        "quiet_text": "no_effect_text",
        "brings": "arrives_on",
        "brings_text": "arrives_text",
        "fatal": "ends_game_on",
        "fatal_text": "ends_game_text",
    },
    VictoryRules: {
        "advances": "farthest_advance",
        "places": "place_kind_points",
        "worth": "place_points",
        "scale": "ratio_side",
        "claims": "automatic_victory",
        "otherwise": "default_winner",
    },
    Loss: {"to": "scored_by", "less_remnants": "less_cadres"},
    Presence: {"around": "near_place"},
    Level: {"worth": "match_points"},
    AutomaticVictory: {"times": "consecutive", "after": "after_turn"},
    Case: {"reference": "functions"},
    Scenario: {
        "timetable": "turn_track",
        "areas": "setup_areas",
        "like": "based_on",
        "not_used": "unused_units",
        "groups": "feature_groups",
    },
    SetUp: {"held": "in_boxes"},
    SetUpArea: {"stack": "may_stack"},
    SetUpLimit: {"at_most": "max"},
}
"""Record → former key → present key. The entries of a record also apply to its subclasses."""

RENAMED_VALUES: Final[Mapping[tuple[type, str], Mapping[str, str]]] = {
    (CombatTable, "kind"): {"difference": "differential"},
    (CombatRules, "effects"): {
        "attacker-step": "attacker-step-loss",
        "defender-step": "defender-step-loss",
        "attacker-matches": "attacker-exchange",
        "attacker-matches-half": "attacker-exchange-half",
        "attacker-matches-disrupted": "attacker-exchange-disrupted",
        "retreat": "defender-retreat",
        "attacker-turned": "attacker-to-cadre",
        "defender-turned": "defender-to-cadre",
    },
    (CombatRules, "exchange"): {"reckoned": "modified"},
    (CombatRules, "below_minimum_odds"): {"first": "first-column", "nothing": "no-effect"},
    (Retreat, "if_overstacked"): {"further": "continue"},
    (Overrun, "afterwards"): {"go-on": "continue", "stay": "stop"},
    (StrengthRounding, "attack"): {"dropped": "down", "raised": "up"},
    (StrengthRounding, "defence"): {"dropped": "down", "raised": "up"},
    (Entraining, "clear_of"): {"zones": "ezoc"},
    (AirRules, "interception"): {"prevented": "aborted"},
    (Entry, "arrives"): {"arrival": "scheduled", "lost": "when-eliminated", "delay": "delayed"},
}
"""Record and present key → former value → present value."""

FORMER_KEYS: Final[Mapping[type, Mapping[str, str]]] = {
    CombatRules: {
        "shifts": "write 'modifiers' instead, which can also multiply strengths and change the die roll",
        "weather": "write a modifier instead, such as 'mud: {name: mud, attack: 1/2, weather: mud}', and "
        "'rounding: {attack: down}'",
    },
    EntryCost: dict.fromkeys(
        ("line", "road", "roads", "rail"),
        "write the costs of moving along a line next to 'costs': 'line_costs: [{line: road, cost: 1/2}]'",
    ),
    StackLimit: {
        "size": "write 'classes' or 'points' instead, and give units of this size a class of their own"
    },
    Step: {"attack": "write 'strength' instead; you may write 'defence' next to it"},
    MovementMode: {
        "weather": "write 'allowance_modifiers' instead, because not only weather changes allowances"
    },
    Modifier: {
        "strength": "write 'attack' or 'defence' instead, depending on the strength to multiply",
        "attacker": "write 'classes' instead, with 'attackers: one' if one such attacker is enough",
        "defender": "write 'against' instead",
    },
    FireRules: {
        "ground": "write 'dice_limits' instead, because not only terrain limits dice",
        "unsupplied_divide": "write 'dice_divisors: {unsupplied: {name: out of supply, supply: out, "
        "divide_by: 2}}' instead",
        "unsupplied_rule": "write 'rule' in the entry of 'dice_divisors' instead",
    },
    HitModifier: {
        "unsupplied": "write 'supply: out' instead",
        "not_defending_in": "write two entries instead, one with 'role: attack', the other with "
        "'role: defence' and 'unless: {place_kinds: [city]}'",
    },
    DiceLimit: {
        "unless_along": "write 'unless: {along: road}' instead, with any 'toward' inside the braces",
    },
    DefenceBonus: {
        "frozen": (
            "write the kinds of weather in which the entry applies under 'weather'; add a second entry if "
            "hexsides differ"
        ),
    },
    AirSupport: {
        "weather": "write an entry of 'dice_limits' instead, such as "
        "'mud-air: {name: mud, for_air_units: true, weather: mud, max_dice: 1}'",
        "weather_under": "write the option as 'option' in the entry of 'dice_limits'",
    },
    Exploitation: {
        "not_terrain": "write 'unless: {terrain: forest}' instead",
        "not_places": "write 'unless: {place_kinds: capital}' instead",
    },
    NotDisrupted: {"not_in": "write the kinds of weather in which units aren't disrupted under 'weather'"},
}
"""Record and former key → a hint, where a new name is not enough."""

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


def renamed_key(record: type, key: str) -> tuple[type, str] | None:
    """Return the present name of a former key, and the record (this one or one of its bases) that
    lists it.
    """
    for kind in record.__mro__:
        present = RENAMED_KEYS.get(kind, _NONE).get(key)
        if present is not None:
            return kind, present
    return None


def renamed_values(record: type, key: str) -> Mapping[str, str]:
    """Return the former values of a key with their present names."""
    return RENAMED_VALUES.get((record, key), _NONE)


def present_values(value: str) -> Iterator[str]:
    """Yield the present names of a former value, over all keys."""
    yield from (values[value] for values in RENAMED_VALUES.values() if value in values)


def current_key(record: type, key: str) -> str | None:
    """Return the hint for a former or often tried key; None for any other key."""
    renamed = renamed_key(record, key)
    if renamed is not None:
        return f"write '{renamed[1]}', the new name of this key; 'hexwright migrate' renames it"
    return FORMER_KEYS.get(record, _NONE).get(key)
