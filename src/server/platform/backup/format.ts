import { z } from 'zod'
import { LOGS, type PartitionedLog } from '../database/partitions.ts'

/**
 * A backup is a gzip stream of JSON lines: a header; for each table a line with its columns, then a line for each row;
 * the sequences; and a trailer with counts and a checksum. Values are in PostgreSQL's text format, which both engines
 * read back exactly.
 */
export const FORMAT = 1

const name = z.string().min(1).max(63)

/** The first line, restricted to what all versions of the format have in common. */
export const anyHeaderSchema = z.object({
  cartelera: z.string(),
  format: z.int().min(1),
  migrations: z.array(z.int()).optional(),
})

const month = z.string().regex(/^\d{4}-\d\d$/)
const months = z.array(month)

const commonHeader = z.object({
  format: z.int().min(1),
  date: z.iso.datetime(),
  /** Applied migrations, by their journal timestamps. */
  migrations: z.array(z.int().min(1)).min(1),
})

export const headerSchema = commonHeader.extend({
  cartelera: z.literal('backup'),
  /** Whether the database contains demo data. */
  demo: z.boolean(),
  /** The months with partitions. */
  partitions: z.object({ visits: months, audit: months } satisfies Record<PartitionedLog, unknown>),
})
export type BackupHeader = z.infer<typeof headerSchema>

/** A month exported by retention before it is dropped: its tables without sequences, and a trailer like a backup's. */
export const archiveHeaderSchema = commonHeader.extend({
  cartelera: z.literal('archive'),
  log: z.enum(LOGS),
  month,
})
export type ArchiveHeader = z.infer<typeof archiveHeaderSchema>

export const tableSchema = z.strictObject({ table: name, columns: z.array(name).min(1) })
export type TableSection = z.infer<typeof tableSchema>

/** The last number of each sequence; null if it never returned any. */
export const sequencesSchema = z.strictObject({
  sequences: z.record(
    name,
    z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
  ),
})

export const endSchema = z.strictObject({
  end: z.literal(true),
  /** Row counts by table. */
  rows: z.record(name, z.int().min(0)),
  /** Of all bytes before this line. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
