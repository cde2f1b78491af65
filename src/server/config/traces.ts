import { z } from 'zod';
import { line, webAddress } from './formats.ts';

/** Configuration of traces. */
export type Traces = {
  /** The full address to which spans are posted. */
  readonly url: string;
  /** Headers of each call; they may contain a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are collected, from 0 to 1. */
  readonly share: number;
};

/** The base address of a collector (OpenTelemetry Protocol Exporter specification, "Endpoint URLs for OTLP/HTTP"). */
export const collectorAddress = webAddress.refine((value) => !/[?#]/.test(value), {
  error: 'must be the base address of a collector, without a query',
});

function headersIn(value: string): Record<string, string> | null {
  const pairs = value.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()] as const;
  });
  try {
    const decoded = pairs.map(([name, text]) => [name, decodeURIComponent(text)] as const);
    const isRight = decoded.every(
      ([name, text]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e]+$/.test(text),
    );
    return isRight ? Object.fromEntries(decoded) : null;
  } catch {
    return null;
  }
}

/** Headers as `name=value`, separated by commas, with percent-encoded values. */
export const headerPairs = line.transform((value, context) => {
  const headers = headersIn(value);
  if (headers) return headers;
  const message =
    'must be name=value, several with commas between; signs such as , in a value are written as %2C';
  context.issues.push({ code: 'custom', input: '', message });
  return z.NEVER;
});

/**
 * Samplers of the OpenTelemetry specification. The parent-based ones behave the same, because traces never have an outside
 * parent.
 */
export const traceSampler = z.enum(
  [
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ],
  { error: 'must be always_on, always_off, traceidratio, or one of these behind parentbased_' },
);

/** A share from 0 to 1. */
export const share = line
  .refine((value) => /^(0|1|0?\.\d{1,9}|1\.0+|0\.0+)$/.test(value), {
    error: 'must be a number from 0 to 1, such as 0.1',
  })
  .transform(Number);

type TraceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined;
  OTEL_TRACES_SAMPLER?: z.output<typeof traceSampler> | undefined;
  OTEL_TRACES_SAMPLER_ARG?: number | undefined;
};

function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: given }: TraceVariables): number {
  if (sampler?.endsWith('always_off')) return 0;
  return sampler?.endsWith('traceidratio') ? (given ?? 1) : 1;
}

/** Returns the configuration of traces; undefined if none are collected. */
export function tracesOf(env: TraceVariables): Traces | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (base === undefined) return undefined;
  return {
    url: `${base.replace(/\/+$/, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    share: shareOf(env),
  };
}
