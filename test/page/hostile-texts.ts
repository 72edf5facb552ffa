// Texts that try to run something, to leave their place, or to be too much for whoever formats them.

/** What would be seen if any of it ran: it names the page. */
export const RAN = 'it-ran';

const RUN = `document.title='${RAN}'`;

export const HOSTILE_TEXTS: readonly string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}"><animate onbegin="${RUN}" attributeName=x>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<style>@import "https://example.org/x.css"; * { display: none }</style>`,
  `<base href="https://example.org/"><meta http-equiv="refresh" content="0;url=https://example.org">`,
  `[click](javascript:${RUN})`,
  `[click](JaVaScRiPt&colon;${RUN}) [data](data:text/html,<script>${RUN}</script>) [file](file:///etc/passwd)`,
  `<javascript:${RUN}> <https://example.org/"onmouseover="${RUN}>`,
  '![picture](https://example.org/x.png "title")',
  `[a]: javascript:${RUN}\n\n[a] ![a]`,
  `\`\`\`mermaid\n%%{init: {"securityLevel": "loose"}}%%\nflowchart LR; a["<img src=x onerror=${RUN}>"]\n\`\`\``,
  '<!-- --> <![CDATA[ ]]> <?php ?> &lt;b&gt; &#x3c;b&#62;',
  '\u202etxet desrever \u2066isolate\u2069 \u0000\u0007\u001b[31mred \ud800 \ufeff',
  '__proto__ constructor {{7*7}}',
  '> '.repeat(2_000),
  '- '.repeat(2_000),
  '*'.repeat(20_000),
  '['.repeat(5_000),
  '| a '.repeat(2_000),
  'x'.repeat(20_000),
];
