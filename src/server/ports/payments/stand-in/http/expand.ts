import { paymentsOf } from '../company/invoices.ts';
import type { Work } from '../store/work.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Fields that Stripe leaves out of an object unless they are expanded. */
const includable: Readonly<Record<string, readonly string[]>> = {
  invoice: ['payments', 'confirmation_secret'],
  coupon: ['applies_to'],
  'checkout.session': ['line_items'],
};

/**
 * Returns an object for a response: with ids expanded to objects along the paths of `expand`, such as `data.payments`, and without
 * optional fields that were not requested.
 */
export async function expanded(work: Work, value: unknown, paths: readonly string[]): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await expanded(work, item, paths));
    return items;
  }
  if (!isNode(value)) return value;
  const node: Node = { ...value };
  const wanted = new Set(paths.map((path) => path.split('.')[0]));
  for (const name of includable[String(node['object'])] ?? []) if (!wanted.has(name)) delete node[name];
  if (node['object'] === 'invoice' && wanted.has('payments'))
    node['payments'] = { object: 'list', data: await paymentsOf(work, String(node['id'])), has_more: false };
  for (const [name, child] of Object.entries(node)) {
    const whole = wanted.has(name) && typeof child === 'string' ? await work.any(child) : child;
    const below = paths.filter((path) => path.startsWith(`${name}.`));
    if (isNode(whole))
      node[name] = await expanded(
        work,
        whole,
        below.map((path) => path.slice(name.length + 1)),
      );
  }
  return node;
}
