// Twelve changes with sixteen bugs.
import type { Sample } from './sample.ts';

export const buggy: readonly Sample[] = [
  {
    name: 'overrun',
    file: 'src/cart/total.ts',
    code: ` export function total(items: Item[]): number {
-  return items.reduce((sum, item) => sum + item.price, 0);
+  let sum = 0;
+  for (let i = 0; i <= items.length; i++) {
+    sum += items[i].price * items[i].count;
+  }
+  return sum;
 }`,
    bugs: [
      {
        line: 3,
        severity: 'P0',
        says: [
          [
            'Loop reads past the end of items',
            'When i equals items.length the element is undefined and reading price throws.',
          ],
          [
            'Off by one in the loop condition',
            'The loop runs to items.length inclusive, so the last items[i] is undefined and price throws.',
          ],
          [
            'TypeError for every cart',
            'Index items.length is read because of <=; that element is undefined, so price cannot be read.',
          ],
        ],
      },
    ],
    alarms: [
      {
        line: 4,
        severity: 'P1',
        says: [
          ['Multiplication may overflow', 'For huge counts the product leaves the range of safe integers.'],
          ['Counts are never validated', 'A negative count would lower the sum.'],
        ],
      },
    ],
  },
  {
    name: 'injection',
    file: 'src/users/find.ts',
    code: ` import { db } from '../db.ts';
 
 export async function findUser(name: string) {
-  return await db.query('select * from users where name = $1', [name]);
+  const rows = await db.query("select * from users where name = '" + name + "'");
+  return rows[0].id;
 }`,
    bugs: [
      {
        line: 4,
        severity: 'P0',
        says: [
          [
            'SQL injection through name',
            'The name from outside is concatenated into the query string, so a quote in it changes the statement.',
          ],
          [
            'User input concatenated into the SQL query',
            'A name that holds a quote ends the string and can change the query: injection.',
          ],
          [
            'Query is built by string concatenation',
            'name is not bound but put into the SQL text, which allows injection.',
          ],
        ],
      },
      {
        line: 5,
        severity: 'P1',
        says: [
          ['Missing user crashes', 'When no row matches, rows[0] is undefined and reading id throws.'],
          ['rows[0] may be undefined', 'For an unknown user the result has no row, so reading id of undefined throws.'],
        ],
      },
    ],
    alarms: [
      {
        line: 3,
        severity: 'P2',
        says: [['Exported function has no return type', 'Callers see an inferred type that may change.']],
      },
    ],
  },
  {
    name: 'not awaited',
    file: 'src/orders/pay.ts',
    code: ` export async function pay(order: Order): Promise<void> {
   const card = await loadCard(order.userId);
-  await charge(card, order.total);
+  charge(card, order.total);
+  await markPaid(order.id);
 }`,
    bugs: [
      {
        line: 3,
        severity: 'P0',
        says: [
          [
            'Charge is not awaited',
            'If charging the card fails, the order is marked paid all the same and the rejection is unhandled.',
          ],
          [
            'Order marked paid before the charge is done',
            'charge returns a promise that nobody awaits; when charging fails the order still counts as paid.',
          ],
          ['Missing await on charge', 'The rejection of charging is unhandled and the order is marked paid anyway.'],
        ],
      },
    ],
    alarms: [
      {
        line: 2,
        severity: 'P1',
        says: [
          ['Card is not checked for expiry', 'An expired card would be used for payment.'],
          ['loadCard may return nothing', 'A user without a stored card gives null here.'],
        ],
      },
    ],
  },
  {
    name: 'swallowed error',
    file: 'src/config/load.ts',
    code: ` export function loadConfig(path: string): Config {
+  try {
     return JSON.parse(readFileSync(path, 'utf8'));
+  } catch {
+    return {} as Config;
+  }
 }`,
    bugs: [
      {
        line: 4,
        severity: 'P1',
        says: [
          [
            'Errors of reading the configuration are swallowed',
            'A broken or missing file gives an empty configuration without any message, so defaults are used silently.',
          ],
          [
            'Broken config file is silently ignored',
            'When parsing fails the catch returns an empty object; nobody hears that the configuration was not read.',
          ],
          [
            'Empty catch hides a malformed configuration',
            'A syntax error in the file leads to empty config with no message.',
          ],
        ],
      },
    ],
    alarms: [
      {
        line: 3,
        severity: 'P2',
        says: [['Synchronous read blocks the event loop', 'readFileSync stops everything while the disk is slow.']],
      },
    ],
  },
  {
    name: 'race',
    file: 'src/stock/reserve.ts',
    code: ` export async function reserve(id: string, count: number): Promise<boolean> {
-  return await db.decrementIfAtLeast(id, count);
+  const stock = await db.stockOf(id);
+  if (stock < count) return false;
+  await db.setStock(id, stock - count);
+  return true;
 }`,
    bugs: [
      {
        line: 4,
        severity: 'P0',
        says: [
          [
            'Two reservations at once oversell',
            'Between reading the stock and writing it another reservation can come, and both succeed: a lost update.',
          ],
          [
            'Read then write without a lock',
            'Concurrent calls read the same stock and both write; one reservation is lost and stock is oversold.',
          ],
          [
            'Race between check and update of stock',
            'Another reservation may read the same stock before it is written, so more is reserved than there is.',
          ],
        ],
      },
    ],
    alarms: [
      {
        line: 3,
        severity: 'P2',
        says: [['Zero count is accepted', 'Reserving nothing should be refused early.']],
      },
    ],
  },
  {
    name: 'leak',
    file: 'src/feed/subscribe.ts',
    code: ` export function subscribe(socket: Socket, show: (item: Item) => void): () => void {
   const onItem = (item: Item) => show(item);
   socket.on('item', onItem);
-  return () => socket.off('item', onItem);
+  return () => socket.off('item', (item: Item) => show(item));
 }`,
    bugs: [
      {
        line: 4,
        severity: 'P1',
        says: [
          [
            'Listener is never removed',
            'off gets a new function that was never registered, so the old listener stays and leaks.',
          ],
          [
            'Unsubscribing does nothing',
            'The function given to off is not the registered listener, so onItem stays attached to the socket.',
          ],
          [
            'off is called with a different function',
            'A fresh arrow function is not the registered listener; it is never removed from the socket.',
          ],
        ],
      },
    ],
    alarms: [
      {
        line: 3,
        severity: 'P2',
        says: [['Event name is a magic string', 'A typing error in it would go unnoticed.']],
      },
    ],
  },
  {
    name: 'time zone',
    file: 'src/report/day.ts',
    code: ` export function dayOf(date: Date): string {
-  return formatInZone(date, 'Europe/Vienna');
+  const month = date.getMonth();
+  const day = date.getDate();
+  return \`\${date.getFullYear()}-\${month}-\${day}\`;
 }`,
    bugs: [
      {
        line: 2,
        severity: 'P1',
        says: [
          ['Month is off by one', 'getMonth counts from zero, so January is written as month 0.'],
          ['getMonth is zero based', 'The month in the text is one too low: January gives month 0.'],
        ],
      },
      {
        line: 4,
        severity: 'P1',
        says: [
          [
            'Day depends on the time zone of the machine',
            'Local getters use the zone of the server instead of Vienna, so reports near midnight fall on the wrong day.',
          ],
          [
            'Time zone is lost',
            'Before, the zone was Europe/Vienna; now the server zone decides and near midnight the wrong day is reported.',
          ],
        ],
      },
    ],
    alarms: [
      {
        line: 3,
        severity: 'P2',
        says: [['getDate allocates', 'It is called for each row of the report.']],
      },
    ],
  },
  {
    name: 'permission',
    file: 'src/api/documents.ts',
    code: ` router.delete('/documents/:id', async (request, response) => {
-  const document = await documents.ownedBy(request.user.id, request.params.id);
+  const document = await documents.byId(request.params.id);
   if (document === undefined) return response.status(404).end();
   await documents.remove(document.id);
   return response.status(204).end();
 });`,
    bugs: [
      {
        line: 2,
        severity: 'P0',
        says: [
          [
            'Anyone can delete any document',
            'The document is looked up by id alone; ownership of the user is not checked any more.',
          ],
          [
            'Ownership check was removed',
            'byId does not look at the user, so any logged in user deletes documents of others.',
          ],
          ['Missing authorisation on delete', 'The user who asks need not own the document: ownership is not checked.'],
        ],
      },
    ],
    alarms: [
      {
        line: 5,
        severity: 'P2',
        says: [['204 should be 200', 'Some clients want a body after deleting.']],
      },
    ],
  },
  {
    name: 'division',
    file: 'app/metrics.py',
    code: ` def average(values):
-    return statistics.fmean(values) if values else 0.0
+    total = 0.0
+    for value in values:
+        total += value
+    return total / len(values)`,
    bugs: [
      {
        line: 5,
        severity: 'P1',
        says: [
          [
            'Division by zero for an empty list',
            'When values is empty len is zero and the division raises; before, zero was returned.',
          ],
          ['Empty values raise ZeroDivisionError', 'len(values) is zero for an empty list, which was handled before.'],
        ],
      },
    ],
    alarms: [
      {
        line: 4,
        severity: 'P2',
        says: [['Rounding errors add up', 'Summing floats one by one is less exact than fmean.']],
      },
    ],
  },
  {
    name: 'cache key',
    file: 'src/prices/cache.ts',
    code: ` const cache = new Map<string, number>();
 
 export async function priceOf(sku: string, currency: string): Promise<number> {
+  const known = cache.get(sku);
+  if (known) return known;
   const price = await fetchPrice(sku, currency);
+  cache.set(sku, price);
   return price;
 }`,
    bugs: [
      {
        line: 4,
        severity: 'P0',
        says: [
          ['Cache ignores the currency', 'The key is the sku alone, so a price cached in euros is given for dollars.'],
          [
            'Wrong price for a second currency',
            'Prices are cached by sku only; another currency gets the cached price of the first.',
          ],
          [
            'Cache key lacks currency',
            'Two currencies share one cached entry of the sku, so the wrong price is returned.',
          ],
        ],
      },
      {
        line: 5,
        severity: 'P2',
        says: [
          ['A price of zero is never cached', 'Zero is falsy, so free articles are fetched again every time.'],
          ['Falsy check misses zero', 'When the price is zero, known is falsy and it is fetched each time.'],
        ],
      },
    ],
    alarms: [
      {
        line: 7,
        severity: 'P2',
        says: [['Map grows without bound', 'There is one entry for each article for ever.']],
      },
    ],
  },
  {
    name: 'path',
    file: 'src/files/download.ts',
    code: ` export function download(name: string): Stream {
-  return createReadStream(resolveInside(UPLOADS, name));
+  return createReadStream(UPLOADS + '/' + name);
 }`,
    bugs: [
      {
        line: 2,
        severity: 'P0',
        says: [
          ['Path traversal through name', 'A name with .. leaves the uploads folder, so any file can be read.'],
          [
            'Any file on the server can be read',
            'name is appended to the uploads folder unchecked; with .. it leaves the folder.',
          ],
          ['Name may leave the uploads folder', 'Nothing stops .. in the name, which reads any file.'],
        ],
      },
    ],
    alarms: [
      {
        line: 1,
        severity: 'P2',
        says: [['Function should be async', 'Opening a file can take long.']],
      },
    ],
  },
  {
    name: 'after dispose',
    file: 'lib/profile_page.dart',
    code: ` class _ProfilePageState extends State<ProfilePage> {
   Future<void> _load() async {
     final profile = await api.profile();
-    if (!mounted) return;
     setState(() => _profile = profile);
   }
+  late final _timer = Timer.periodic(_interval, (_) => _load());
 }`,
    bugs: [
      {
        line: 4,
        severity: 'P1',
        says: [
          [
            'setState after dispose',
            'When the page was left during the await, setState is called on a widget that is not mounted and throws.',
          ],
          [
            'Check of mounted was removed',
            'After the await the widget may be gone; setState then throws as it is not mounted.',
          ],
        ],
      },
      {
        line: 6,
        severity: 'P1',
        says: [
          [
            'Timer is never cancelled',
            'There is no dispose that cancels the periodic timer, so it runs on after the page is gone.',
          ],
          ['Periodic timer outlives the page', 'Nothing cancels the timer in dispose; it keeps loading for ever.'],
        ],
      },
    ],
    alarms: [
      {
        line: 3,
        severity: 'P2',
        says: [['Network errors show nothing', 'A message for being offline would be kinder.']],
      },
    ],
  },
];
