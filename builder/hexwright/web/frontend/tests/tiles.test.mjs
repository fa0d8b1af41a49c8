// The tiles and pictures of the page, without a browser: pictures come, or don't, as each test says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PictureStore } from "../src/pictures.ts";
import { TileLayer } from "../src/tiles.ts";

const PICTURES = {
  board: "a",
  drawing: false,
  counters: {},
  charts: "",
  layers: [],
  tints: {},
  tile: 512,
  levels: [2],
};

globalThis.document = { createElementNS: () => ({ setAttribute() {} }), body: { append() {} } };

class Picture {
  static all = [];
  style = {};
  loads = 0;
  constructor() {
    Picture.all.push(this);
  }
  set src(address) {
    this.address = address;
    this.loads += 1;
  }
  remove() {}
}

function hostOf(faces) {
  const asked = [];
  return {
    asked,
    tile: (_level, column, row, board) => `${column}/${row}?v=${board}`,
    counters: async (names) => {
      asked.push(names);
      return faces;
    },
  };
}

test("a tile that doesn't come is asked for once more, told, and asked for again when the map is moved", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  Object.assign(globalThis, { Image: Picture, devicePixelRatio: 1, window: globalThis });
  const store = new PictureStore(hostOf({}));
  await store.load(PICTURES);
  const sheet = { dataset: {}, classList: { toggle() {} }, append() {} };
  const told = [];
  const game = { frame: [0, 0, 100, 100] };
  const layer = new TileLayer(
    sheet,
    game,
    store,
    () => {},
    (tiles) => told.push(tiles),
  );
  const camera = { k: 0.1, x: 0, y: 0, view: { getBoundingClientRect: () => ({ width: 100, height: 100 }) } };
  layer.show(camera, []);
  const [first] = Picture.all;
  first.onerror();
  assert.deepEqual(told, []);
  context.mock.timers.tick(1000);
  assert.equal(first.loads, 2);
  first.onerror();
  assert.deepEqual(told, [1]);
  layer.soon(camera, []);
  context.mock.timers.tick(500);
  assert.equal(Picture.all.length, 1, "not in each frame");
  context.mock.timers.tick(2000);
  layer.soon(camera, []);
  context.mock.timers.tick(500);
  assert.equal(Picture.all.length, 2);
  assert.deepEqual(told, [1, 0]);
});

test("counters that differ are asked for, whatever the page heard before", async () => {
  const host = hostOf({});
  const store = new PictureStore(host);
  await store.load({ ...PICTURES, counters: { one: "1", two: "2" } });
  await store.update({ ...PICTURES, board: "b", counters: { one: "1", two: "3" } });
  assert.deepEqual(host.asked, [undefined, ["two"]]);
  assert.equal(store.tile(0, 0, 0, 256, []), "0/0?v=b");
  await store.update({ ...PICTURES, board: "b", counters: { one: "1", two: "3" } });
  assert.equal(host.asked.length, 2);
});
