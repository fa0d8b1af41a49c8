import assert from "node:assert/strict";
import { test } from "node:test";
import { corners, hexPath } from "../src/geometry";

for (const flat of [true, false]) {
  test(`the path of a hex leads through its corners, with ${flat ? "flat" : "pointed"} tops`, () => {
    const game = { hexes: { "0101": { x: 30, y: 20 } }, radius: 8.66, flat };
    const path = hexPath(game, "0101", 0.5);
    const [begin, ...steps] = path.slice(1, -1).split("l");
    const found = [begin.split(",").map(Number)];
    for (const step of steps) {
      const [dx, dy] = step.split(",").map(Number);
      const [x, y] = found.at(-1);
      found.push([x + dx, y + dy]);
    }
    for (const [n, [x, y]] of corners(30, 20, 8.16, flat).entries())
      assert.ok(Math.hypot(found[n][0] - x, found[n][1] - y) < 0.02);
    assert.equal(found.length, 6);
    assert.equal(hexPath(game, "nowhere"), "");
  });
}
