"""Pictures in SVG, sound and unsafe, that tests read."""

from __future__ import annotations

import base64
import io

from PIL import Image

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def svg(body: str, before: str = "") -> bytes:
    return f"{before}{HEAD}{body}</svg>".encode()


def png(width: int = 2, height: int = 2) -> str:
    stream = io.BytesIO()
    Image.new("1", (width, height)).save(stream, "PNG")
    return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode()


SOUND = [
    "<use href='#a'/>",
    "<rect fill='url(#g)'/>",
    "<rect style='fill: url( \"#g\" )'/>",
    "<style>@namespace svg url(http://www.w3.org/2000/svg); rect {fill: url('#g')}</style>",
    f"<image href='{png()}'/>",
    f"<image href='{png().replace('image/png', 'img/png')}'/>",
    f"<image xlink:href=' {png()[:60]}\n{png()[60:]}'/>",
    "<a href='http://example.org'><path d='M0 0'/></a>",
    "<text>we said onload = 'x', href='file:///x' and url(http://x)</text>",
    "<metadata xmlns:r='urn:r'><r:about resource='http://example.org' href='http://example.org'/></metadata>",
    "<style>@font-face {src: url(data:font/woff;base64,AAAA)}</style>",
    "<!-- <script/> -->",
]
UNSAFE = [
    "<script>x</script>",
    "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>x</h:script>",
    "<g onclick='x'/>",
    "<g ONLOAD='x'/>",
    "<a xlink:href=' javascript:x'/>",
    "<foreignObject/>",
    "<h:img xmlns:h='http://www.w3.org/1999/xhtml' src='x'/>",
    "<image href='file:///x.png'/>",
    "<image href='/home/somebody/secret.png'/>",
    "<image href='C:\\secret.png'/>",
    "<image href='//example.org/x.png'/>",
    "<image xlink:href='secret.png'/>",
    "<image href='&#x68;ttp://example.org/x.png'/>",
    "<image href='ht\ttp://example.org/x.png'/>",
    "<use href='other.svg#a'/>",
    "<feImage href='other.png'/>",
    "<set attributeName='xlink:href' to='file:///x.png'/>",
    "<animate attributeName='href' values='#a;http://example.org'/>",
    "<g xml:base='file:///x/'><use href='#a'/></g>",
    "<rect fill='url(http://example.org#g)'/>",
    "<rect fill='u\\72l(http://example.org#g)'/>",
    "<rect style='mask: URL( \"other.svg#m\" )'/>",
    "<style>@import 'x.css';</style>",
    "<style>@\\69mport 'x.css';</style>",
    "<style><![CDATA[rect {fill: url(x.svg#g)}]]></style>",
    "<style>rect {background: image-set('x.png' 1x)}</style>",
    "<style>@font-face {src: url(https://example.org/f.woff)}</style>",
    "<image href='data:text/html,x'/>",
    "<image href='data:,x'/>",
    "<image href='data:image/svg+xml,&lt;svg xmlns=\"http://www.w3.org/2000/svg\">&lt;script/>&lt;/svg>'/>",
]
BEFORE = [
    '<?xml-stylesheet href="x.css"?>',
    '<!DOCTYPE svg SYSTEM "http://example.org/x.dtd">',
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///x">]>',
    '<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://example.org/x"> %a;]>',
    '<!DOCTYPE svg [<!ATTLIST image href CDATA "file:///x">]>',
    '<!DOCTYPE svg [<!ENTITY a "file:///x">]>',
]


def bomb(levels: int) -> str:
    parts = ["<g id='a0'><path/></g>"]
    parts += [f"<g id='a{n}'>" + f"<use href='#a{n - 1}'/>" * 10 + "</g>" for n in range(1, levels)]
    return "".join(parts)


COSTLY = [
    bomb(12),
    "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>",
    "<g>" * 60 + "</g>" * 60,
    "<g " + " ".join(f"a{n}=''" for n in range(200)) + "/>",
    "<g/>" * 11_000,
    f"<marker id='m'>{'<g/>' * 900}</marker><path marker-mid='url(#m)' d='M{' 1' * 900}'/>",
    f"<style>{'a{fill:red}' * 10_000}</style>",
    f"<image href='{png(4001, 4000)}'/>",
    "<filter><feTurbulence numOctaves='1000000'/></filter>",
    f"<filter><feConvolveMatrix kernelMatrix='{'1 ' * 500}'/></filter>",
]
UNREADABLE = [
    b"",
    b"\x89PNG",
    b"<svg",
    b"<html/>",
    svg("")[:-3],
    svg("").decode().encode("utf-16"),
    b'<?xml version="1.0" encoding="ISO-8859-1"?>' + svg("<text>\u00e9</text>").decode().encode("latin-1"),
    svg("<text>\u00e9</text>").decode().encode("latin-1"),
]
