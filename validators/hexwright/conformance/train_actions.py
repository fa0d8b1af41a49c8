"""Train actions: entrain and detrain units as a player does, and attempt this where the rules may
forbid it.
"""

from __future__ import annotations

from typing import Final

from hexwright.conformance.module_player import ModulePlayer
from hexwright.rules.engine.rules_protocol import Action

TRAIN_STEP: Final = "entraining and detraining"
_KEYS: Final = {"entrain": "keys:ctrl O", "detrain": "keys:ctrl S"}


def entrain_or_detrain(hands: ModulePlayer, action: Action) -> None:
    """Entrain or detrain a unit in the module."""
    mirror = hands.paired_game
    assert action.unit is not None
    mirror.count_attempt("trains", f"{action.kind}ed")
    mirror.table.key(action.unit, _KEYS[action.kind], TRAIN_STEP)
    if not hands.compare_verdict(action.text, None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    if not mirror.compare(action.text):
        hands.end_walk()


def attempt_train_change(hands: ModulePlayer) -> None:
    """Attempt to entrain or detrain a unit, whether or not that is legal."""
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    if setting.train_mode is None or chance.random() < 0.4:
        return
    standing = [n for n, place in enumerate(state.locations) if place >= 0]
    on = [
        n
        for n in standing
        if setting.train_line_hexes >> state.locations[n] & 1
        and setting.units_able_to_entrain[state.phase] >> n & 1
    ]
    if not standing:
        return
    unit = setting.units[chance.choice(on if on and chance.random() < 0.9 else standing)]
    legal = [a for a in mirror.kernel.actions_of(state, unit) if a.kind in _KEYS]
    if legal and chance.random() < 0.85:
        entrain_or_detrain(hands, legal[0])
        return
    kind = chance.choice([kind for kind in _KEYS if kind not in [a.kind for a in legal]])
    action = Action(kind, unit)  # type: ignore[arg-type]
    mirror.count_attempt("trains", "refused trains")
    mirror.table.key(unit, _KEYS[kind], TRAIN_STEP)
    if not hands.compare_verdict(action.text, "") or not mirror.compare(action.text):
        hands.end_walk()
