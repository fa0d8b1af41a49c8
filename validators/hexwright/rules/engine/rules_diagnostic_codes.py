"""Diagnostic codes of the rules engine, with explanations: A for advice, P for play, Q for positions, U for
set-ups, L for the ledger.
"""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

_POSITION = "A position read from a save or log must be one that play can reach."
_FIX_POSITION = "Correct the position as the message says; the message cites the broken rule."
_SET_UP = "A set-up that breaks the set-up rules begins a game that the rules don't cover."
_FILE = "A set-up file is a table with one line for each unit: the unit, its hex and its step."
_LEDGER = "The ledger is useful only if every claim in it can be checked."
_RULES_DATA = "The rules engine plays the rules in rules.yaml and charts.yaml; it can't guess missing rules."
_FUZZ = "Random play tries unforeseen actions; a fault found this way is a bug in hexwright."


def _entries(why: str, remedy: str, *codes: tuple[str, str]) -> tuple[CodeEntry, ...]:
    return tuple(CodeEntry(code, title, why, remedy) for code, title in codes)


ENTRIES: Final = (
    *_entries(
        "A scenario, option, policy or side must exist before it can be played.",
        "Write one of the names in the hint.",
        ("P001", "Unknown scenario"),
        ("P002", "Unknown scenario option"),
        ("P003", "Unknown choice of a scenario option"),
        ("P010", "Unknown policy"),
        ("P011", "Unknown side"),
    ),
    *_entries(
        "Only legal actions lead to positions of the game.",
        "The message names the rule that forbids the action; 'hexwright count' shows the legal actions.",
        ("P012", "Illegal action"),
    ),
    *_entries(
        _RULES_DATA,
        "Add the missing part to rules.yaml or charts.yaml.",
        ("P005", "Missing part of the rules"),
        ("P006", "Rule that the rules engine can't play"),
        ("P007", "Unknown movement mode"),
        ("P008", "Combat result without effects, or effects without a result"),
        ("P009", "Turn missing from the timetable"),
        ("P013", "Contradiction in the rules of fire combat"),
        ("P014", "Event that can't happen"),
        ("P015", "Victory place without an owner"),
        ("P016", "Place that can change owner but has no marker"),
    ),
    *_entries(
        "The data can be played, but they probably mean something else. It is advice: nothing stops because "
        "of it.",
        "Change the data as the hint says, or leave them if they mean what they say.",
        ("A001", "Entry of the rules that never applies"),
        ("A002", "Gap of one hexside in a river or another line of hexsides"),
        ("A003", "Units of a side with the same name"),
        ("A004", "Reduced step that is stronger than the step before"),
        ("A005", "Victory place that only its owner can enter"),
        ("A006", "Terrains, features or lines drawn alike"),
        ("A007", "Recovery that depends on supply unless told otherwise"),
    ),
    *_entries(
        "A recorded game must replay to the same result, roll by roll; otherwise the record proves nothing.",
        "Restore the record, or create a new one with 'hexwright play --show'.",
        ("P020", "Record with a damaged header"),
        ("P021", "Illegal action in a record"),
        ("P022", "Die roll that doesn't match the record's seed"),
        ("P023", "Recorded game that doesn't fit its match"),
    ),
    *_entries(
        _FUZZ,
        "Report the message: the seed and the action's number reproduce the fault.",
        ("P030", "Game that doesn't end"),
        ("P031", "Position without a legal action"),
        ("P032", "Crash in random play"),
        ("P033", "Fault after an action in random play"),
    ),
    *_entries(
        "A campaign plays exactly what its plan names, and counts only games of the same rules together.",
        "Change the plan, or begin another record, as the message says.",
        ("P040", "Plan that names what isn't there, or one thing twice"),
        ("P041", "Workers that die again and again"),
        ("P042", "Record with games of other data, or of another version of hexwright"),
        ("P043", "Record of a campaign that can't be read"),
        ("P044", "Combinations of a record that can't be compared"),
        ("P045", "Cluster that can't be used, or went away"),
        ("P046", "Workers of another version of hexwright"),
        ("P047", "Optimiser that is not installed"),
        ("P048", "Worker without a file that its task needs"),
    ),
    *_entries(
        _POSITION,
        _FIX_POSITION,
        ("Q001", "Turn outside the scenario"),
        ("Q002", "Phase that doesn't exist"),
        ("Q003", "More replacements taken than received"),
        ("Q004", "Wrong number of units"),
        ("Q005", "Unit outside the map"),
        ("Q006", "Step that a unit doesn't have"),
        ("Q007", "Too many units in a hex"),
        ("Q008", "Units of both sides in a hex"),
        ("Q009", "Occupied hexes that don't match the units"),
        ("Q010", "Place with two owners"),
        ("Q011", "Unit in a place that its side doesn't own"),
        ("Q012", "Hex with an owner but without a place"),
        ("Q013", "Battle against a unit that can't be attacked"),
        ("Q014", "Unit in two battles"),
        ("Q015", "Attacker that isn't adjacent"),
        ("Q016", "Current battle that doesn't match the stage"),
        ("Q020", "Fire battle that doesn't match the stage"),
        ("Q021", "Attack on a hex without enemies"),
        ("Q022", "Unit in two fire battles"),
        ("Q023", "Firing unit that isn't adjacent or doesn't belong to the phasing side"),
        ("Q024", "Too many attackers across a hexside"),
        ("Q025", "Condition that a unit can't have"),
        ("Q101", "Unit converted before its turn"),
    ),
    *_entries(
        _FILE,
        "Write 'unit,hex,step' in the first line and one unit in each following line.",
        ("U001", "Set-up file without the required columns"),
        ("U002", "Line with the wrong number of cells"),
        ("U003", "Step that isn't a number"),
    ),
    *_entries(
        _SET_UP,
        "Change the line that the message names.",
        ("U010", "Unknown unit in a set-up"),
        ("U011", "Set-up hex that isn't on the map"),
        ("U012", "Unit placed twice"),
        ("U013", "Too many units in a hex at the start"),
        ("U014", "Unit that may not start on the map"),
        ("U015", "Unit outside its side's set-up marks"),
        ("U016", "Unit that starts at the wrong step"),
        ("U017", "Set-up mark without a unit"),
        ("U018", "More set-up marks than units"),
        ("U019", "Unit left out of a set-up"),
        ("U020", "Unit placed before its side may set up"),
        ("U021", "Too many units in some hexes at the start"),
        ("U022", "Hex that a side must cover at the start but doesn't"),
    ),
    *_entries(
        _LEDGER,
        "Name a function or test that exists, or write the missing one.",
        ("L001", "Case that names no function"),
        ("L002", "Case that names a missing function"),
        ("L003", "Case that names no test"),
        ("L004", "Case that names a missing test file"),
        ("L005", "Case that names a missing test"),
    ),
)
"""All diagnostic codes of the rules engine."""
