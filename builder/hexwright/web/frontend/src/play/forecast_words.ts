import type { Chance, Forecast, GameFacts, Losses } from "../types";

/** Names as a list: "a, b or c". */
export const listed = (names: string[], word: "and" | "or") =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

/** Whether the defenders can retreat, and who can't. */
export function retreatWords(
  game: Pick<GameFacts, "units">,
  { retreat, cornered }: Pick<Forecast, "retreat" | "cornered">,
): string {
  if (!retreat.length) return "There is no way to retreat.";
  const where = retreat.length === 1 ? "one hex" : `${retreat.length} hexes`;
  const names = cornered.map((unit) => game.units[unit]?.name ?? unit);
  return `A retreat is possible to ${where}.${names.length ? ` ${listed(names, "and")} can't retreat.` : ""}`;
}

/** The likeliest result; all of them where several are equally likely. */
export function likelyWords(chances: Pick<Chance, "name" | "share">[]): string {
  const most = Math.max(...chances.map((one) => one.share));
  const names = chances.filter((one) => one.share > most - 0.0002).map((one) => one.name.toLowerCase());
  return `Most likely: ${listed(names, "or")}, ${Math.round(most * 100)}% of throws${names.length > 1 ? " each" : ""}.`;
}

/** What an attack costs the sides on average. */
export function lossWords(game: { sides: { id: string; plural: string }[] }, losses: Losses): string {
  const words = losses.map(({ side, steps, cadres }) => {
    const name = game.sides.find((one) => one.id === side)?.plural ?? side;
    const lost = `the ${name} lose ${counted(steps, "step")}`;
    return cadres < 0.05 ? lost : `${lost} and keep ${counted(cadres, "cadre")}`;
  });
  return `On average ${words.join(", ")}.`;
}

const counted = (n: number, noun: string) => `${n.toFixed(1)} ${noun}${n.toFixed(1) === "1.0" ? "" : "s"}`;
