/// What keeps a day from being well, each as a line of the daily mail.
enum OpenPhrase: CatalogueKey {
  case help, exit, low, dose, reminder, position, battery, clock, notice, storage, receiver

  var phrase: Phrase {
    switch self {
    case .help:
      Phrase(es: "Una petición de ayuda sigue abierta", en: "A call for help is still open")
    case .exit:
      Phrase(es: "Está fuera del perímetro", en: "The wearer is outside the perimeter")
    case .low:
      Phrase(
        es: "La glucosa estaba baja y no es seguro que haya subido",
        en: "Glucose was low, and it is not sure that it has risen")
    case .dose:
      Phrase(
        es: "Hoy quedó una dosis de insulina sin confirmar",
        en: "A dose of insulin of today was not confirmed")
    case .reminder:
      Phrase(
        es: "Hoy quedó un recordatorio o una medicina sin respuesta",
        en: "A reminder or medicine of today was not answered")
    case .position:
      Phrase(es: "No se sabe dónde está ahora", en: "It is not known where the wearer is now")
    case .battery: Phrase(es: "Queda poca batería", en: "The battery is low")
    case .clock:
      Phrase(
        es: "El dispositivo no está seguro de la hora", en: "The device is not sure of the time")
    case .notice:
      Phrase(es: "Un aviso anterior no ha llegado a nadie", en: "An earlier notice reached nobody")
    case .storage:
      Phrase(es: "El dispositivo no puede guardar datos", en: "The device cannot store anything")
    case .receiver:
      Phrase(
        es: "El receptor de posición no responde", en: "The position receiver does not answer")
    }
  }
}
