import type { LocalData } from '../storage/local-data.ts'

const key = 'wallSound'
const off = 'off'

/** Whether this browser's wall view plays sounds; on by default. */
export function isWallSoundOn(localData: LocalData): boolean {
  return localData.read(key) !== off
}

export function storeWallSound(localData: LocalData, isOn: boolean): void {
  if (isOn) localData.remove(key)
  else localData.write(key, off)
}
