import { atNamespace, inCondominium, nothing, ofUser } from './panel-protocol.ts'
import { region } from './supervision.ts'

/** Who lives while a session is stored (BOOT-1), what each is started with, and which reports of others it hears. */
export const signedInRegions = {
  shell: region('shell', nothing),
  condominiums: region('condominiums', ofUser, 'socket.restored', 'storage.cleared'),
  activity: region('activity', nothing, 'socket.restored', 'socket.batch'),
  eventFeed: region('eventFeed', inCondominium, 'socket.restored', 'socket.batch'),
  socket: region('socket', atNamespace, 'page.shown', 'connectivity.online'),
  notifications: region('notifications', ofUser, 'notifications.arrived', 'push.received', 'socket.restored'),
  devices: region('devices', ofUser, 'page.hidden'),
  deviceList: region(
    'deviceList',
    nothing,
    'connectivity.online',
    'connectivity.offline',
    'socket.lost',
    'socket.restored',
    'socket.batch',
    'devices.reload',
    'device.changed',
    'device.deleted',
    'health.checked',
    'health.unreachable',
  ),
  deviceImport: region('deviceImport', ofUser),
  health: region('health', inCondominium, 'page.shown', 'page.hidden', 'socket.batch'),
  audit: region('audit', ofUser, 'audit.noted', 'connectivity.online', 'socket.restored'),
  auditLog: region('auditLog', nothing),
  password: region('password', nothing),
  mySessions: region('mySessions', nothing),
  demoProducts: region('demoProducts', nothing),
} as const
