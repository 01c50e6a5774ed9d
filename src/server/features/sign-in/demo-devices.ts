import { createHmac } from 'node:crypto'
import { lte, sql } from 'drizzle-orm'
import { dayAfter, dayOf } from '../../../domain/format/dates.ts'
import { DEMO_DEVICE_DAYS, deviceKey } from '../../../domain/sign-in/sign-in.ts'
import type { Db, Tx } from '../../platform/database/open.ts'
import { settings } from '../../platform/database/schema/settings.ts'
import { demoDevices } from '../../platform/database/schema/users.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'

/** Devices remembered of a demo, the latest ones: without `deviceValidate` there may be any number. */
const MAX_OWN = 10

interface DeviceUse {
  macAddress: string
  /** The stored digests of the devices on which this demo was used. */
  own: readonly string[]
  now: Date
  timeZone: string
}

/**
 * Records that a demo is used on a device (rule P25). Returns the digests to store with the demo, or undefined if
 * another demo was used on the device in the last days: then nothing is written. Of two demos at once the second
 * waits for the first; call it with the demo's row locked, and no other lock afterwards.
 */
export const claimDevice = async (
  tx: Tx,
  { macAddress, own, now, timeZone }: DeviceUse,
): Promise<readonly string[] | undefined> => {
  const { demoPerDevice } = await currentSettings(tx)
  if (!demoPerDevice) return own
  const device = await digestOf(tx, macAddress)
  const day = dayOf(now, timeZone)
  const isFree = lte(demoDevices.day, lastFreeDay(day))
  const used = await tx
    .insert(demoDevices)
    .values({ device, day })
    .onConflictDoUpdate({
      target: demoDevices.device,
      set: { day },
      setWhere: own.includes(device) ? sql`true` : isFree,
    })
    .returning({ device: demoDevices.device })
  if (used.length === 0) return undefined
  return [device, ...own.filter((each) => each !== device)].slice(0, MAX_OWN)
}

/** The last day whose uses count no more. */
const lastFreeDay = (today: string): string => dayAfter(today, -DEMO_DEVICE_DAYS)

/** A keyed digest, from which nobody without the database reads the address. */
const digestOf = async (tx: Tx, macAddress: string): Promise<string> => {
  const [row] = await tx.select({ secret: settings.deviceSecret }).from(settings)
  if (!row) throw new Error('The settings are missing')
  return createHmac('sha256', row.secret).update(deviceKey(macAddress)).digest('base64url')
}

/** Deletes the uses of devices that count no more. */
export const removeOldDemoDevices = async (db: Db, now: Date, timeZone: string): Promise<void> => {
  await db.delete(demoDevices).where(lte(demoDevices.day, lastFreeDay(dayOf(now, timeZone))))
}
