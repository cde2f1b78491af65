import { randomBytes, randomInt } from 'node:crypto';
import { place } from './sealed-columns.ts';

export const pinPlace = (userId: string) => place('users', 'pin_sealed', userId);
export const medicarePlace = (userId: string) => place('users', 'medicare_sealed', userId);

/** Six random digits (D-07). */
export const newPin = () => String(randomInt(1_000_000)).padStart(6, '0');

/** 144 random bits, URL-safe (D-07). */
export const newShareId = () => randomBytes(18).toString('base64url');
