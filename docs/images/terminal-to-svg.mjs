// Draws what a terminal showed as an SVG: `tmux capture-pane -e -p -t PANE | node docs/images/terminal-to-svg.mjs > run.svg`
// A line that holds only CUT stands for lines that were left out.
import { readFileSync } from 'node:fs';

const COLUMN = 8.4;
const ROW = 19;
const MARGIN = 18;
const TITLE_BAR = 34;
const COLOURS = ['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#c9d1d9'];
const PLAIN = { colour: '#c9d1d9', bold: false, dim: false };

const escapeXml = (text) => text.replace(/[<>&]/g, (character) => `&#${character.codePointAt(0)};`);

/** The style after one SGR sequence such as "0;1" or "39". */
function styled(style, codes) {
  let now = style;
  for (const code of codes) {
    if (code === 0) now = PLAIN;
    else if (code === 1) now = { ...now, bold: true };
    else if (code === 2) now = { ...now, dim: true };
    else if (code === 22) now = { ...now, bold: false, dim: false };
    else if (code === 39) now = { ...now, colour: PLAIN.colour };
    else now = { ...now, colour: COLOURS[code - 30] ?? now.colour };
  }
  return now;
}

function span(text, column, { colour, bold, dim }) {
  const weight = bold ? ' font-weight="700"' : '';
  const faint = dim ? ' opacity="0.6"' : '';
  const width = ` textLength="${(text.length * COLUMN).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
  return `<tspan x="${(MARGIN + column * COLUMN).toFixed(1)}" fill="${colour}"${weight}${faint}${width}>${escapeXml(text)}</tspan>`;
}

let style = PLAIN;
const rows = readFileSync(0, 'utf8').trimEnd().split('\n');
const columns = Math.max(...rows.map((row) => row.replace(/\u001b\[[\d;]*m/g, '').length));
const width = Math.ceil(2 * MARGIN + columns * COLUMN);
const height = TITLE_BAR + rows.length * ROW + MARGIN;
const drawn = rows.map((row, index) => {
  const y = TITLE_BAR + (index + 1) * ROW;
  if (row === 'CUT')
    return `<line x1="0" x2="${width}" y1="${y - 5}" y2="${y - 5}" stroke="#484f58" stroke-dasharray="4 6"/>`;
  let column = 0;
  const spans = row.split(/\u001b\[([\d;]*)m/).map((part, position) => {
    if (position % 2 === 1) {
      style = styled(style, part.split(';').map(Number));
      return '';
    }
    const from = column;
    column += part.length;
    return part.trim() === '' ? '' : span(part, from, style);
  });
  return `<text y="${y}" xml:space="preserve">${spans.join('')}</text>`;
});

const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
  (fill, n) => `<circle cx="${20 + n * 18}" cy="17" r="5" fill="${fill}"/>`,
);
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>A debate in a terminal</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${[...dots, ...drawn].join('\n')}
</svg>
`);
