// Tells from the files of a diff which platform's rules a review should know.
import { type Diff, getPath } from './diff.ts';

export const PLATFORMS = ['flutter', 'android', 'ios', 'backend', 'general'] as const;

export type Platform = (typeof PLATFORMS)[number];

/** The first that matches a path decides. Files that match none, such as documents and settings, have no vote. */
const SIGNS: readonly (readonly [Platform, RegExp])[] = [
  ['flutter', /\.dart$|(?:^|\/)pubspec\.(?:yaml|lock)$/],
  [
    'android',
    /(?:^|\/)AndroidManifest\.xml$|(?:^|\/)android\/|(?:^|\/)(?:android|app)[^/]*\/src\/.*\.(?:kt|java)$|\/androidMain\/|(?:^|\/)res\/(?:layout|values|drawable|menu|xml|navigation)[^/]*\/|(?:^|\/)proguard-rules\.pro$|\.aidl$/,
  ],
  [
    'ios',
    /\.(?:swift|m|mm|xib|storyboard|entitlements|xcconfig|pbxproj)$|(?:^|\/)(?:ios|iosMain)\/|(?:^|\/)Podfile(?:\.lock)?$|(?:^|\/)Info\.plist$/,
  ],
  [
    'backend',
    /\.(?:sql|prisma|proto|go|java|kt|scala|cs|rb|php|ex|exs|erl)$|(?:^|\/)(?:api|backend|server|servers|controllers|migrations|resolvers|routes|routers|middleware)\/.*\.(?:[cm]?[jt]s|py|rs)$|(?:^|\/)(?:manage|wsgi|asgi)\.py$/,
  ],
  [
    'general',
    /\.(?:[cm]?[jt]sx?|vue|svelte|css|scss|less|html?|py|rs|c|h|cc|cpp|hpp|lua|pl|r|jl|hs|ml|clj|zig|nim|sh|bash|ps1|tf)$/,
  ],
];

/**
 * Each changed file votes for the platform that its path belongs to; most votes win, and on a tie the platform that
 * comes first in `PLATFORMS`. Next to Dart, votes for android and ios are Flutter's, whose projects hold both.
 */
export function guessPlatform(diff: Diff): Platform {
  const votes = new Map<Platform, number>();
  const of = (platform: Platform) => votes.get(platform) ?? 0;
  for (const file of diff.files) {
    const vote = SIGNS.find(([, sign]) => sign.test(getPath(file)))?.[0];
    if (vote !== undefined) votes.set(vote, of(vote) + 1);
  }
  if (of('flutter') > 0) votes.set('flutter', of('flutter') + of('android') + of('ios'));
  const most = Math.max(...votes.values());
  return PLATFORMS.find((platform) => of(platform) === most) ?? 'general';
}
