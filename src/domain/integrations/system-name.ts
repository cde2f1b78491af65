const names: Readonly<Record<string, string>> = { ecase: 'eCase' };

/** Returns the name of a residential-care system for users, which is the same in every language. */
export const systemName = (type: string): string => names[type] ?? type;
