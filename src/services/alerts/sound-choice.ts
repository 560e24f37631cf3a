import type { LocalData } from '../storage/local-data.ts'

const key = 'alertSound'
const on = 'on'

/** Stores whether this browser plays alert sounds; off by default. */
export function storeSoundChoice(localData: LocalData, isOn: boolean): void {
  if (isOn) localData.write(key, on)
  else localData.remove(key)
}

/** Calls back with the choice, now and when another tab changes it. Returns a stop function. */
export function watchSoundChoice(localData: LocalData, onChange: (isOn: boolean) => void): () => void {
  const report = () => onChange(localData.read(key) === on)
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) report()
  }
  report()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
