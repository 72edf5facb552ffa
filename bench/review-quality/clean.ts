// Twelve changes in which nothing is wrong, however much they look like it.
import type { Planted, Sample } from './sample.ts';

const alarm = (line: number, severity: Planted['severity'], ...says: Planted['says']): Planted => ({
  line,
  severity,
  says,
});

const sample = (name: string, file: string, code: string, ...alarms: readonly Planted[]): Sample => ({
  ...{ name, file, code, alarms },
  bugs: [],
});

export const clean: readonly Sample[] = [
  sample(
    'bounded loop',
    'src/list/last.ts',
    ` export function last<T>(items: readonly T[]): T | undefined {
-  return items[items.length - 1];
+  return items.at(-1);
 }`,
    alarm(
      2,
      'P1',
      ['Empty list is not handled', 'at of an empty list gives undefined.'],
      ['Undefined for empty input', 'With an empty list the result is undefined.'],
    ),
  ),
  sample(
    'bound parameter',
    'src/orders/find.ts',
    ` export async function ordersOf(userId: string) {
+  if (!isUuid(userId)) return [];
   return await db.query('select * from orders where user_id = $1', [userId]);
 }`,
    alarm(
      3,
      'P0',
      ['SQL injection through userId', 'The id comes from outside and reaches the query.'],
      ['Input reaches SQL', 'userId reaches the query unchecked.'],
    ),
  ),
  sample(
    'fire and forget on purpose',
    'src/log/audit.ts',
    ` export function audit(event: AuditEvent): void {
-  queue.push(event);
+  void queue.push(event).catch(reportFailure);
 }`,
    alarm(
      2,
      'P1',
      ['Promise is not awaited', 'push is asynchronous and nobody waits for it.'],
      ['Missing await', 'The promise of push is not awaited.'],
    ),
  ),
  sample(
    'rethrown',
    'src/http/get.ts',
    ` export async function get(url: URL): Promise<Response> {
+  try {
     return await fetch(url, { signal: AbortSignal.timeout(5_000) });
+  } catch (cause) {
+    throw new HttpError(url, { cause });
+  }
 }`,
    alarm(
      4,
      'P1',
      ['Error is swallowed', 'The catch hides why fetching failed.'],
      ['Cause of failures is lost', 'The catch replaces the error of fetching.'],
    ),
  ),
  sample(
    'transaction',
    'src/accounts/move.ts',
    ` export async function move(from: string, to: string, cents: number) {
-  await db.move(from, to, cents);
+  await db.transaction(async (tx) => {
+    await tx.debit(from, cents);
+    await tx.credit(to, cents);
+  });
 }`,
    alarm(
      3,
      'P0',
      ['Money is lost when credit fails', 'The debit is done before the credit.'],
      ['Debit without credit', 'If credit fails the debit stays.'],
    ),
  ),
  sample(
    'listener removed',
    'src/view/resize.ts',
    ` export function watchSize(update: () => void): () => void {
+  const controller = new AbortController();
+  addEventListener('resize', update, { signal: controller.signal });
+  return () => controller.abort();
 }`,
    alarm(
      3,
      'P1',
      ['Listener is never removed', 'There is no call of removeEventListener.'],
      ['Leaks the resize listener', 'removeEventListener is missing.'],
    ),
  ),
  sample(
    'UTC day',
    'src/report/utc.ts',
    ` export function utcDay(date: Date): string {
-  return format(date);
+  return date.toISOString().slice(0, 10);
 }`,
    alarm(
      2,
      'P1',
      ['Time zone is ignored', 'The local day may be another one.'],
      ['Wrong day near midnight', 'Local time is ignored here.'],
    ),
  ),
  sample(
    'checked in middleware',
    'src/api/admin.ts',
    ` router.use(requireAdmin);
+router.get('/admin/users', async (_request, response) => {
+  response.json(await users.page({ limit: 100 }));
+});`,
    alarm(
      2,
      'P0',
      ['No permission check', 'Anyone can list all users.'],
      ['Route lacks authorisation', 'Users are listed to anyone.'],
    ),
    alarm(3, 'P1', ['No paging', 'All users are sent at once.']),
  ),
  sample(
    'guarded division',
    'app/ratio.py',
    ` def ratio(part, whole):
+    if whole == 0:
+        return None
     return part / whole`,
    alarm(
      4,
      'P1',
      ['Division by zero', 'whole may be zero.'],
      ['ZeroDivisionError', 'Nothing stops whole from being zero.'],
    ),
  ),
  sample(
    'full key',
    'src/rates/cache.ts',
    ` export async function rate(from: string, to: string): Promise<number> {
+  const key = JSON.stringify([from, to]);
+  const known = cache.get(key);
+  if (known !== undefined) return known;
   const fresh = await fetchRate(from, to);
+  cache.set(key, fresh);
   return fresh;
 }`,
    alarm(6, 'P2', ['Two calls fetch twice', 'Until the first is done a second call fetches as well.']),
    alarm(2, 'P2', ['Key is slow to build', 'stringify runs for each call.']),
  ),
  sample(
    'contained path',
    'src/files/open.ts',
    ` export function open(name: string): Stream {
+  const file = path.resolve(ROOT, name);
+  if (!file.startsWith(ROOT + path.sep)) throw new NotFound(name);
   return createReadStream(file);
 }`,
    alarm(
      2,
      'P0',
      ['Path traversal', 'A name with .. leaves the folder.'],
      ['Name may leave ROOT', 'With .. in the name another folder is read.'],
    ),
  ),
  sample(
    'renamed',
    'lib/cart_page.dart',
    ` class CartPage extends StatelessWidget {
-  Widget build(BuildContext context) => _old(context);
+  @override
+  Widget build(BuildContext context) => CartView(items: context.watch<Cart>().items);
 }`,
    alarm(
      3,
      'P1',
      ['Rebuilds the whole page', 'watch rebuilds for every change.'],
      ['Context used in build', 'watch in build is expensive.'],
    ),
  ),
];
