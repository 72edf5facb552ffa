// Writes PDFs for tests: one page for each text, set in a font that every reader has.

/** In a font of which the file names the table of characters alone, as many of Chinese, Japanese and Korean do. */
export const inNamedFont = (text: string): string => `\u0000${text}`;

/** Its drawing breaks off after the text, and what follows in it is lost. */
export const thenBroken = (text: string): string => `${text}\u0001`;

const XFA =
  '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform layout="tb">' +
  '<pageSet><pageArea><contentArea w="8in" h="10in"/><medium stock="letter" short="8.5in" long="11in"/></pageArea></pageSet>' +
  '<subform w="8in" h="9in"><draw w="80mm" h="10mm"><value><text>Budget</text></value></draw></subform></subform></template></xdp:xdp>';

const escaped = (line: string) => line.replace(/[\\()]/g, (character) => `\\${character}`);

function drawPage(text: string): string {
  if (text.endsWith('\u0001')) return `${drawPage(text.slice(0, -1))} [(Lost) 3 ) TJ BT /F1 12 Tf (Lost as well) Tj ET`;
  if (text === '') return '0.9 0.1 0.1 rg 50 50 200 200 re f';
  const lines = text.split('\n').map((line) => {
    if (!line.startsWith('\u0000')) return `(${escaped(line)}) Tj 0 -14 Td`;
    const codes = Buffer.from(line.slice(1), 'utf16le').swap16().toString('hex');
    return `/F2 12 Tf <${codes}> Tj /F1 12 Tf 0 -14 Td`;
  });
  return `BT /F1 12 Tf 50 700 Td ${lines.join(' ')} ET`;
}

/**
 * An empty text is a page with a picture alone. `locked`: it asks for a password that nobody knows. `annotations`: dictionaries of what is on
 * each page besides. `form`: its pages stand in for a form in XFA, which few programs show.
 */
export function makePdf(
  pages: readonly string[],
  { locked = false, form = false, annotations = [] as readonly string[] } = {},
): Buffer {
  const kids = pages.map((_, index) => `${8 + 2 * index} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${form ? ` /NeedsRendering true /AcroForm << /Fields [] /XFA ${8 + 2 * pages.length} 0 R >>` : ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /UniJIS-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /Mincho /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ...pages.flatMap((text, index) => {
      const content = drawPage(text);
      const more = annotations.length === 0 ? '' : ` /Annots [${annotations.map((each) => `<< ${each} >>`).join(' ')}]`;
      const fonts = '/Resources << /Font << /F1 3 0 R /F2 5 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${fonts} /Contents ${9 + 2 * index} 0 R${more} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    `<< /Length ${XFA.length} >>\nstream\n${XFA}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const lock = locked ? ` /Encrypt 4 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]` : '';
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}${table}${trailer}`, 'latin1');
}
