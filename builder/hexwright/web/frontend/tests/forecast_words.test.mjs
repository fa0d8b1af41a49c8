import assert from "node:assert/strict";
import { test } from "node:test";
import { likelyWords, lossWords, retreatWords } from "../src/play/forecast_words.ts";

const game = { units: { a: { name: "5th Army" } }, sides: [{ id: "red", plural: "Reds" }] };

test("results that are equally likely are all named", () => {
  const chances = [
    { name: "Exchange", share: 0.3333 },
    { name: "No effect", share: 0.3334 },
    { name: "Attacker loss", share: 0.1667 },
  ];
  assert.equal(likelyWords(chances), "Most likely: exchange or no effect, 33% of throws each.");
  assert.equal(likelyWords(chances.slice(0, 1)), "Most likely: exchange, 33% of throws.");
});

test("the hexes of a retreat are counted, and units without one are named", () => {
  assert.equal(retreatWords(game, { retreat: ["01", "02"], cornered: [] }), "A retreat is possible to 2 hexes.");
  assert.equal(
    retreatWords(game, { retreat: ["01"], cornered: ["a"] }),
    "A retreat is possible to one hex. 5th Army can't retreat.",
  );
  assert.equal(retreatWords(game, { retreat: [], cornered: ["a"] }), "There is no way to retreat.");
});

test("cadres that remain are told beside the steps lost", () => {
  assert.equal(lossWords(game, [{ side: "red", steps: 1, cadres: 0 }]), "On average the Reds lose 1.0 step.");
  assert.equal(
    lossWords(game, [{ side: "red", steps: 2.5, cadres: 0.83 }]),
    "On average the Reds lose 2.5 steps and keep 0.8 cadres.",
  );
});
