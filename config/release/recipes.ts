// What package managers other than npm read: both install the package of the release with the npm that they bring.
import { toJson } from '../../src/doors/plugins/render-plugin.ts';

export interface Release {
  readonly version: string;
  readonly description: string;
  readonly repository: string;
  readonly license: string;
  /** SHA-256 of the package, hexadecimal. */
  readonly sha256: string;
}

const urlOf = ({ repository, version }: Release) =>
  `${repository}/releases/download/v${version}/debate-hall-${version}.tgz`;

/** Homebrew wants at most 80 characters, without an article and a full stop. */
const SHORT = 'Agent CLIs debate a decision and leave a record that can be checked';

export const renderFormula = (release: Release): string => `class DebateHall < Formula
  desc "${SHORT}"
  homepage "${release.repository}"
  url "${urlOf(release)}"
  sha256 "${release.sha256}"
  license "${release.license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    system bin/"debate-hall", "run", "--rehearse", "--quiet", "--id", "brew", "Should we?"
    system bin/"debate-hall", "verify", "brew"
  end
end
`;

export const renderScoop = (release: Release): string =>
  toJson({
    ...{ version: release.version, description: release.description, homepage: release.repository },
    ...{ license: release.license, depends: 'nodejs-lts' },
    // Not unpacked: npm takes it as it is.
    ...{ url: `${urlOf(release)}#/debate-hall.tgz_`, hash: release.sha256 },
    installer: {
      script: [
        'Rename-Item "$dir\\debate-hall.tgz_" debate-hall.tgz',
        'npm install --global --prefix "$dir" --no-audit --no-fund "$dir\\debate-hall.tgz"',
        'Remove-Item "$dir\\debate-hall.tgz"',
      ],
    },
    bin: ['debate-hall.cmd', 'debate-hall-mcp.cmd'],
    checkver: { github: release.repository },
    autoupdate: {
      url: `${release.repository}/releases/download/v$version/debate-hall-$version.tgz#/debate-hall.tgz_`,
      hash: { url: '$baseurl/SHA256SUMS' },
    },
  });
