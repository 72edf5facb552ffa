// The line of a decision that names the answer it gives.

/** What the first line "ANSWER: …" says. */
export function readAnswerLine(content: string): string | undefined {
  return /^[^\p{L}\p{N}]*answer[^\p{L}\p{N}]*?:\s*(.+)$/imu.exec(content)?.[1]?.replace(/[*_`]/g, '').trim();
}
