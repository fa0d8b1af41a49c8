import { useEffect, useState } from "preact/hooks";

export function useWidth(): number {
  const [width, setWidth] = useState(innerWidth);
  useEffect(() => {
    const changed = () => setWidth(innerWidth);
    addEventListener("resize", changed);
    return () => removeEventListener("resize", changed);
  }, []);
  return width;
}

/** How many of `total` things are drawn: `first` at once, some more in each frame, so that no frame takes long. */
export function useGradually(total: number, first: number, more: number): number {
  const [most, setMost] = useState(first);
  useEffect(() => {
    if (total <= most) return;
    const frame = requestAnimationFrame(() => setMost(most + more));
    return () => cancelAnimationFrame(frame);
  }, [total, most]);
  return most;
}

export type Shape = "wide" | "upright" | "phone";
export const shapeOf = (width: number): Shape => (width < 700 ? "phone" : width < 1100 ? "upright" : "wide");

/** What the browser keeps for this page; a browser that keeps nothing is no error. */
export const kept = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`hexwright:${key}`);
    } catch {
      return null;
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(`hexwright:${key}`);
      else localStorage.setItem(`hexwright:${key}`, value);
    } catch {
      // Private windows and full stores keep nothing; the game goes on.
    }
  },
};

export function useDark(): [boolean, () => void] {
  const [dark, setDark] = useState(() => {
    const chosen = kept.get("frame");
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  });
  useEffect(() => {
    document.documentElement.dataset.frame = dark ? "dark" : "light";
  }, [dark]);
  return [
    dark,
    () => {
      kept.set("frame", dark ? "light" : "dark");
      setDark(!dark);
    },
  ];
}

/** Show the page with more contrast: for the theme of that name, or if the system asks for it. */
export function useContrast(theme: string): void {
  useEffect(() => {
    const asked = matchMedia("(prefers-contrast: more)");
    const show = () => {
      document.documentElement.toggleAttribute("data-contrast", theme === "contrast" || asked.matches);
    };
    show();
    asked.addEventListener("change", show);
    return () => asked.removeEventListener("change", show);
  }, [theme]);
}

/** Offer a file to save. */
export function saveFile(name: string, data: BlobPart, type = "application/octet-stream"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const data = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) data[n] = text.charCodeAt(n);
  return data;
}

export async function base64Of(file: File): Promise<string> {
  const data = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let n = 0; n < data.length; n += 0x8000) text += String.fromCharCode(...data.subarray(n, n + 0x8000));
  return btoa(text);
}

/** The address by which the editor opens a line; null if no editor is known. */
export function editorAddress(root: string, file: string, line: number, column = 1): string | null {
  const form = document.querySelector<HTMLMetaElement>('meta[name="hexwright-editor"]')?.content ?? "";
  if (!form.includes("{file}")) return null;
  const path = `${root.replaceAll("\\", "/")}/${file}`.split("/").map(encodeURIComponent).join("/");
  return form
    .replace("{file}", path.replaceAll("%3A", ":"))
    .replace("{line}", `${line}`)
    .replace("{column}", `${column}`);
}
