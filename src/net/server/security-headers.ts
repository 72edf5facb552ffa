// Headers that every answer carries: nothing is kept, framed, sniffed, referred to or read by another site.

/** Of answers that are no page: nothing in them may run or load anything. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': NO_CONTENT_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** An answer that sets one of them itself keeps its own. */
export function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
}
