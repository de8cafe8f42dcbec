import Device

/// A record of the core, by another name: the database library has a `Record`, too.
public typealias ReminderRecord = Record
