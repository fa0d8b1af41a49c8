// The front pages of a site.
import { keepOffline } from "./keep_offline";

const script = document.querySelector<HTMLScriptElement>("script[data-root]");
void keepOffline(script?.dataset.root || "./");
