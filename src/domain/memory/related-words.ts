// Words of questions about software and the companies that make it: those that say nothing, and those that are often said for one
// another. A list and no model, so that a question finds what was decided in other words, offline and in the same way everywhere.

/** Words that any question may hold. */
export const FILLERS: ReadonlySet<string> = new Set(
  `
  a about also an and any are as at be been before both but by can could did do does done each else enough every few for from
  get gets go goes going good had has have he her his how i if in into is it its just keep kept let lets make makes many may me
  might more most much must my need needs new no not now of off on once one only or other our out own she should so some still
  such than that the their them then there these they thing things this those to too under until up us use used very was we were
  what when where whether which while who whom why will with without would yes you your worth better best instead
`
    .trim()
    .split(/\s+/),
);

/** A line for each matter. Words that belong to any matter, such as "change" or "service", are in none. */
const GROUPS: readonly (readonly string[])[] = `
  rewrite port porting migrate migration language rust golang java kotlin typescript javascript node python native
  database databases db sql mysql postgres postgresql sqlite mongo shard sharding schema
  server servers backend
  repository repositories repo repos monorepo package packages workspace workspaces codebase
  ci continuous integration pipeline build builds runner runners jenkins actions
  login logged sign signin auth authentication authenticate password passwords passkey passkeys sso oauth
  secret secrets credential credentials vault rotate rotation
  session sessions cookie cookies redis memcached cache caching
  flag flags switch switches switched toggle toggles rollout unfinished finished trunk
  log logs logging trace traces tracing telemetry opentelemetry metric metrics monitoring observability datadog grafana
  test tests testing flaky flake quarantine playwright cypress
  api apis interface endpoint endpoints rest graphql grpc webhook webhooks
  mobile app apps ios iphone android flutter
  container containers docker kubernetes orchestrator cluster deploy deployment
  backup backups restore restores recover recovery disaster region outage
  price prices pricing billed billing paid seat seats usage discount trial subscription plan plans free
  alert alerts paged pager pagerduty incident incidents postmortem woken
  review reviews reviewer reviewers approve approves approval approvals merge merged pull
  event events message messages messaging queue queues kafka rabbitmq publish consumer consumers outbox
  css style styles stylesheet stylesheets tailwind component components theme
  privacy personal gdpr delete deleted deletion erase erasure retention anonymise consent
  hire hiring recruit interview onboarding candidate candidates
  docs documentation readme manual wiki guide tutorial
  licence license oss copyright
  security vulnerability vulnerabilities audit patch exploit penetration
  model models llm agent agents prompt prompts
  performance latency slow speed fast throughput benchmark
  accessibility screen reader contrast keyboard
  translation translations locale language i18n
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

/** The words that may stand for this one; none for most words. */
export function expandWord(word: string): readonly string[] {
  return GROUPS.filter((group) => group.includes(word)).flatMap((group) => group.filter((other) => other !== word));
}
