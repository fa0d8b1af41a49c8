import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalWords } from "../src/play/refusal_words.ts";

const game = { units: { "german-pz-5": { name: "5th Panzer Division" } } };

test("a refusal names units, and spells what is short", () => {
  const refused = "'move german-pz-5 1834' is not legal: german-pz-5: its MA is too small";
  assert.equal(refusalWords(game, refused), "5th Panzer Division: its movement allowance is too small");
  assert.equal(refusalWords(game, "1234 is in an EZOC (6.1)"), "1234 is in an enemy zone of control (6.1)");
});

test("a refusal without a reason is a sentence, and a hint stands after it", () => {
  assert.equal(refusalWords(game, "'end' is not legal"), "That isn't possible now.");
  assert.equal(refusalWords(game, "A die is due.", "roll the die"), "A die is due. — roll the die");
});
