"""Towns, rivers and railways around Moscow, and distances between hexes and places."""

from __future__ import annotations

import math

# Latitude and longitude as any atlas has them, to a tenth or so of a degree's sixth; not from the layers.
TOWNS = {
    "Moscow": (55.75, 37.62),
    "Kalinin": (56.86, 35.90),
    "Rzhev": (56.26, 34.33),
    "Zubtsov": (56.17, 34.58),
    "Staritsa": (56.51, 34.93),
    "Sychevka": (55.83, 34.27),
    "Bely": (55.83, 32.93),
    "Nelidovo": (56.22, 32.78),
    "Vyazma": (55.21, 34.30),
    "Gzhatsk": (55.55, 35.00),
    "Dorogobuzh": (54.92, 33.30),
    "Yartsevo": (55.07, 32.69),
    "Smolensk": (54.78, 32.05),
    "Yelnya": (54.58, 33.18),
    "Roslavl": (53.95, 32.86),
    "Spas-Demensk": (54.41, 34.02),
    "Kirov": (54.08, 34.31),
    "Yukhnov": (54.74, 35.23),
    "Sukhinichi": (54.10, 35.35),
    "Kozelsk": (54.03, 35.78),
    "Kaluga": (54.51, 36.26),
    "Maloyaroslavets": (55.01, 36.46),
    "Medyn": (54.97, 35.86),
    "Borovsk": (55.21, 36.49),
    "Mozhaisk": (55.51, 36.03),
    "Naro-Fominsk": (55.39, 36.73),
    "Volokolamsk": (56.04, 35.96),
    "Klin": (56.33, 36.73),
    "Solnechnogorsk": (56.18, 36.98),
    "Istra": (55.91, 36.86),
    "Dmitrov": (56.35, 37.52),
    "Zagorsk": (56.30, 38.13),
    "Noginsk": (55.85, 38.44),
    "Podolsk": (55.42, 37.55),
    "Serpukhov": (54.92, 37.41),
    "Kolomna": (55.09, 38.77),
    "Kashira": (54.84, 38.15),
    "Tula": (54.19, 37.62),
    "Bryansk": (53.25, 34.37),
    "Mtsensk": (53.28, 36.57),
}
RAILWAYS = {
    "Moscow-Smolensk-Orsha": ["Moscow", "Kubinka", "Mozhaisk", "Gzhatsk", "Vyazma", "Yartsevo", "Smolensk"],
    "Moscow-Leningrad": ["Moscow", "Kryukovo", "Solnechnogorsk", "Klin", "Kalinin"],
    "Moscow-Rzhev-Velikie Luki": [
        "Moscow",
        "Dedovsk",
        "Istra",
        "Volokolamsk",
        "Shakhovskaya",
        "Zubtsov",
        "Rzhev",
        "Nelidovo",
    ],
    "Moscow-Bryansk-Konotop": ["Moscow", "Naro-Fominsk", "Maloyaroslavets", "Sukhinichi", "Bryansk"],
    "Moscow-Tula-Orel-Kursk-Belgorod": ["Moscow", "Podolsk", "Serpukhov", "Tula", "Plavsk", "Mtsensk"],
    "Vyazma-Bryansk": ["Vyazma", "Kirov", "Lyudinovo", "Dyatkovo", "Bryansk"],
}
RIVERS = {
    "Volga": ["Selizharovo", "Rzhev", "Zubtsov", "Staritsa", "Kalinin"],
    "Oka": ["Belev", "Chekalin", "Kaluga", "Aleksin", "Tarusa", "Serpukhov", "Kashira", "Ozery", "Kolomna"],
    "Moskva": ["Mozhaisk", "Zvenigorod", "Moscow", "Bronnitsy", "Voskresensk", "Kolomna"],
    "Ugra": ["Znamenka", "Yukhnov", "Kaluga"],
}


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance of two places given by latitude and longitude, over the sphere."""
    (y, x), (v, u) = ((math.radians(q) for q in p) for p in (a, b))
    half = math.sin((v - y) / 2) ** 2 + math.cos(y) * math.cos(v) * math.sin((u - x) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(half))
