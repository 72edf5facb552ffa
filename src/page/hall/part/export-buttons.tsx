// The debate as a file: what "debate-hall export" writes.
import { useSignal } from '@preact/signals';
import { PAGE_EXPORTS, type PageExport } from '../../../domain/hall-page/debate.ts';
import { debatePath, describeError, getBlob } from '../talk/api.ts';

const TITLES: Readonly<Record<PageExport, string>> = { html: 'HTML', markdown: 'Markdown', json: 'JSON' };
const EXTENSIONS: Readonly<Record<PageExport, string>> = { html: 'html', markdown: 'md', json: 'json' };

/** A request with the token cannot be a link, so what came of it is saved. */
async function save(debate: string, format: PageExport): Promise<void> {
  const address = URL.createObjectURL(await getBlob(`${debatePath(debate, 'export')}?format=${format}`));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${debate}.${EXTENSIONS[format]}`;
  link.click();
  URL.revokeObjectURL(address);
}

export function ExportButtons({ debate }: { readonly debate: string }) {
  const problem = useSignal('');
  return (
    <span class="exports" role="group" aria-label="Save this debate">
      <span class="quiet">Save as</span>
      {PAGE_EXPORTS.map((format) => (
        <button
          key={format}
          type="button"
          onClick={() => {
            problem.value = '';
            save(debate, format).catch((error: unknown) => {
              problem.value = describeError(error);
            });
          }}
        >
          {TITLES[format]}
        </button>
      ))}
      <span class="problem" role="alert">
        {problem.value}
      </span>
    </span>
  );
}
