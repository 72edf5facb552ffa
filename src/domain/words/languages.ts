// What languages files are in, by the endings of their names.

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ ts: 'TypeScript', mts: 'TypeScript', cts: 'TypeScript', tsx: 'TypeScript', js: 'JavaScript', mjs: 'JavaScript' },
  ...{
    cjs: 'JavaScript',
    jsx: 'JavaScript',
    py: 'Python',
    pyi: 'Python',
    rb: 'Ruby',
    go: 'Go',
    rs: 'Rust',
    java: 'Java',
  },
  ...{ kt: 'Kotlin', kts: 'Kotlin', scala: 'Scala', swift: 'Swift', c: 'C', h: 'C', cc: 'C++', cpp: 'C++', hpp: 'C++' },
  ...{ cs: 'C#', fs: 'F#', php: 'PHP', pl: 'Perl', r: 'R', jl: 'Julia', lua: 'Lua', ex: 'Elixir', exs: 'Elixir' },
  ...{
    erl: 'Erlang',
    hs: 'Haskell',
    ml: 'OCaml',
    clj: 'Clojure',
    dart: 'Dart',
    zig: 'Zig',
    vue: 'Vue',
    svelte: 'Svelte',
  },
  ...{ sh: 'Shell', bash: 'Shell', zsh: 'Shell', ps1: 'PowerShell', sql: 'SQL', html: 'HTML', css: 'CSS', scss: 'CSS' },
  ...{ md: 'Markdown', rst: 'reStructuredText', txt: 'text', json: 'JSON', yaml: 'YAML', yml: 'YAML', toml: 'TOML' },
  ...{ xml: 'XML', tf: 'Terraform', proto: 'Protocol Buffers', graphql: 'GraphQL', tex: 'TeX' },
};

export interface LanguageCount {
  readonly language: string;
  readonly files: number;
  readonly bytes: number;
}

/** The most bytes first; files of no known ending are "other". */
export function countLanguages(
  files: Iterable<{ readonly name: string; readonly bytes: number }>,
): readonly LanguageCount[] {
  const counts = new Map<string, { files: number; bytes: number }>();
  for (const { name, bytes } of files) {
    const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const language = (Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined) ?? 'other';
    const sum = counts.get(language) ?? { files: 0, bytes: 0 };
    counts.set(language, { files: sum.files + 1, bytes: sum.bytes + bytes });
  }
  return [...counts].map(([language, sum]) => ({ language, ...sum })).sort((a, b) => b.bytes - a.bytes);
}
