"""Entrain and detrain units as a player does, and try it where the rules may forbid it."""

from __future__ import annotations

from typing import Final

from hexwright.conformance.module_player import ModulePlayer
from hexwright.rules.engine.rules_protocol import Action

TRAIN_STEP: Final = "entraining and detraining"
_KEYS: Final = {"entrain": "keys:ctrl O", "detrain": "keys:ctrl S"}


def entrain_or_detrain(hands: ModulePlayer, action: Action) -> None:
    """Entrain or detrain a unit as the rules engine does."""
    mirror = hands.mirror
    assert action.unit is not None
    mirror.tried("trains", f"{action.kind}ed")
    mirror.table.key(action.unit, _KEYS[action.kind], TRAIN_STEP)
    if not hands.judged(action.text, None):
        hands.part()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    if not mirror.compare(action.text):
        hands.part()


def attempt_train_change(hands: ModulePlayer) -> None:
    """Entrain or detrain a unit, legal or not."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    if setting.trains is None or chance.random() < 0.4:
        return
    standing = [n for n, place in enumerate(state.where) if place >= 0]
    on = [n for n in standing if setting.rails >> state.where[n] & 1 and setting.riders[state.phase] >> n & 1]
    if not standing:
        return
    unit = setting.units[chance.choice(on if on and chance.random() < 0.9 else standing)]
    legal = [a for a in mirror.kernel.actions_of(state, unit) if a.kind in _KEYS]
    if legal and chance.random() < 0.85:
        entrain_or_detrain(hands, legal[0])
        return
    kind = chance.choice([kind for kind in _KEYS if kind not in [a.kind for a in legal]])
    action = Action(kind, unit)  # type: ignore[arg-type]
    mirror.tried("trains", "refused trains")
    mirror.table.key(unit, _KEYS[kind], TRAIN_STEP)
    if not hands.judged(action.text, "") or not mirror.compare(action.text):
        hands.part()
