import { randomBytes, randomInt } from 'node:crypto';

export const pinPlace = (userId: string) => ({ table: 'users', row: userId, column: 'pin_sealed' });
export const medicarePlace = (userId: string) => ({ table: 'users', row: userId, column: 'medicare_sealed' });

/** Six random digits (D-07). */
export const newPin = () => String(randomInt(1_000_000)).padStart(6, '0');

/** 144 random bits, URL-safe (D-07). */
export const newShareId = () => randomBytes(18).toString('base64url');
