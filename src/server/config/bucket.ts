/** A bucket of any S3-compatible store, for uploaded files. */
export interface Bucket {
  readonly bucket: string;
  readonly region: string;
  /** Undefined: Amazon's own endpoint. */
  readonly endpoint: string | undefined;
  /** Undefined, together with the secret: the library finds the keys of the machine. */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

type BucketVariables = {
  S3_BUCKET?: string | undefined;
  S3_REGION: string;
  S3_ENDPOINT?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
};

/** Returns the bucket that the environment names; undefined for none. */
export function bucketOf(env: BucketVariables): Bucket | undefined {
  if (env.S3_BUCKET === undefined) return undefined;
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}
