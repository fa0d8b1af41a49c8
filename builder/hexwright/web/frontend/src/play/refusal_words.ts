import type { GameFacts } from "../types";

const SHORT: Record<string, string> = { EZOC: "enemy zone of control", MA: "movement allowance" };

/** A refusal of the rules engine in a player's words: units by their names, no text of an action. */
export function refusalWords(game: Pick<GameFacts, "units">, refused: string, hint = ""): string {
  const named = refused
    .replace(/[a-z0-9]+(?:-[a-z0-9]+)+/g, (id) => game.units[id]?.name ?? id)
    .replace(/\b(?:EZOC|MA)\b/g, (word) => SHORT[word]!);
  const [, reason] = /^'[^']*' is not legal(?:: (.*))?$/s.exec(named) ?? [null, named];
  const told = reason === undefined ? "That isn't possible now." : reason!.charAt(0).toUpperCase() + reason!.slice(1);
  return [told, hint].filter(Boolean).join(" — ");
}
