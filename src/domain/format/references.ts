/** The reference of a credit movement as screens and receipts show it: six digits at least. */
export const formatReference = (reference: number): string => String(reference).padStart(6, '0')
