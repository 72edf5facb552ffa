// Writes PDFs for tests: one page for each text, set in a font that every reader has.

const escaped = (line: string) => line.replace(/[\\()]/g, (character) => `\\${character}`);

function drawPage(text: string): string {
  if (text === '') return '0.9 0.1 0.1 rg 50 50 200 200 re f';
  const lines = text.split('\n').map((line) => `(${escaped(line)}) Tj 0 -14 Td`);
  return `BT /F1 12 Tf 50 700 Td ${lines.join(' ')} ET`;
}

/** An empty text is a page with a picture alone. `locked`: it asks for a password that nobody knows. */
export function makePdf(pages: readonly string[], { locked = false } = {}): Buffer {
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
    ...pages.flatMap((text, index) => {
      const content = drawPage(text);
      const fonts = '/Resources << /Font << /F1 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${fonts} /Contents ${6 + 2 * index} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
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
