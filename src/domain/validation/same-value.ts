/** True if two values of a field look the same in a form, where an unset field cannot be told from an empty one. */
export const isSameValue = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other)

const comparable = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null))
