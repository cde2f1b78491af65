import type { Kept } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Fields that Stripe leaves out of an object unless they are expanded. */
const includable: Readonly<Record<string, readonly string[]>> = {
  invoice: ['payments', 'confirmation_secret'],
  coupon: ['applies_to'],
  'checkout.session': ['line_items'],
};

type Wanted = { [name: string]: Wanted };

/** Converts the paths of `expand` to a tree. */
export function wantedOf(paths: readonly string[]): Wanted {
  const root: Wanted = Object.create(null) as Wanted;
  for (const path of paths) {
    let node = root;
    for (const step of path.split('.').slice(0, 5)) {
      node[step] ??= Object.create(null) as Wanted;
      node = node[step];
    }
  }
  return root;
}

/**
 * Returns an object for a response: with ids expanded to objects as requested, and without optional fields that were not
 * requested.
 */
export async function expanded(work: Work, value: unknown, wanted: Wanted): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await expanded(work, item, wanted));
    return items;
  }
  if (!isNode(value)) return value;
  const node: Node = { ...value };
  const kind = String(node['object']);
  for (const name of includable[kind] ?? []) if (!Object.hasOwn(wanted, name)) delete node[name];
  if (kind === 'invoice' && Object.hasOwn(wanted, 'payments'))
    node['payments'] = await paymentsOf(work, node);
  for (const [name, child] of Object.entries(node)) {
    const more = wanted[name];
    const whole = more && typeof child === 'string' ? ((await work.any(child)) ?? child) : child;
    if (isNode(whole)) node[name] = await expanded(work, whole, more ?? noMore);
  }
  return node;
}

const noMore: Wanted = Object.create(null) as Wanted;

async function paymentsOf(work: Work, invoice: Node) {
  const data: Kept[] = await work.childrenOf('invoice_payment', String(invoice['id']));
  return { object: 'list', data, has_more: false, url: '/v1/invoice_payments' };
}
