// A repository's name in the two parts that GitHub's API takes.
export function ownerAndName(repo: string): { owner: string; repo: string } {
  const [owner = '', name = ''] = repo.split('/');
  return { owner, repo: name };
}
