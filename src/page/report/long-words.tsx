// Text whose long words, such as identifiers and addresses, break between their parts.
// Also runs in Node from source, where loaders read this and not the settings of the page:
/** @jsxRuntime automatic @jsxImportSource preact */
import { Fragment } from 'preact';

const LONG = /(\S{16,})/;
const SEAM = /(?<=[./_:\\-])(?=[^./_:\\-])|(?<=\p{Ll})(?=\p{Lu})/u;

export function LongWords({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(LONG).map((word) =>
        LONG.test(word)
          ? word.split(SEAM).map((part, index) => (
              <Fragment key={index}>
                {index > 0 && <wbr />}
                {part}
              </Fragment>
            ))
          : word,
      )}
    </>
  );
}
