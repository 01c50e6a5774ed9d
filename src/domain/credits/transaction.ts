/** The movements of credit (specification, section 9), in the order of their numbers from 1. */
export const TRANSACTION_TYPES = ['SALE', 'REFUND', 'CREDIT', 'TRANSFER', 'REFUND_TRANSFER'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

export const TRANSACTION_STATUSES = ['CREATED', 'PROCESSED'] as const
