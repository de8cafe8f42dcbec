import Words

/// Photos of people and reminders.
enum PhotoPhrase: PageKey {
  case of, one, file, fileHelp, lead, send, remove
  case none, tooHeavy, tooManyPixels, unknownFormat, broken, unavailable

  var phrase: Phrase {
    switch self {
    case .of: Phrase(es: "Foto de {name}", en: "Photo of {name}")
    case .one: Phrase(es: "una foto", en: "a photo")
    case .file: Phrase(es: "Archivo con la foto", en: "File with the photo")
    case .fileHelp:
      Phrase(
        es: "JPEG, PNG, WebP o HEIC, de 12 MB como mucho.",
        en: "JPEG, PNG, WebP or HEIC, of 12 MB at most.")
    case .lead:
      Phrase(
        es: "Se guarda solo la imagen, sin el lugar ni la fecha en que se hizo.",
        en: "Only the picture is stored, without the place and the date at which it was taken.")
    case .send: Phrase(es: "Guardar la foto", en: "Save the photo")
    case .remove: Phrase(es: "Quitar la foto", en: "Remove the photo")
    case .none:
      Phrase(
        es: "No llegó ninguna foto. Elige un archivo y vuelve a guardar.",
        en: "No photo came. Choose a file, and save again.")
    case .tooHeavy:
      Phrase(
        es: "Este archivo tiene más de {number} MB. Elige una foto más pequeña, o hazla de nuevo "
          + "con menos calidad.",
        en: "This file has more than {number} MB. Choose a smaller photo, or take it again with "
          + "less quality.")
    case .tooManyPixels:
      Phrase(
        es: "Esta foto tiene más de {number} megapíxeles. Elige una más pequeña.",
        en: "This photo has more than {number} megapixels. Choose a smaller one.")
    case .unknownFormat:
      Phrase(
        es: "Este archivo no es una foto JPEG, PNG, WebP ni HEIC. Elige otro, o haz una captura "
          + "de pantalla de la foto y envía la captura.",
        en: "This file is no JPEG, PNG, WebP or HEIC photo. Choose another, or take a picture of "
          + "the screen that shows it and send that.")
    case .broken:
      Phrase(
        es: "Este archivo está dañado o incompleto. Ábrelo para comprobarlo, o elige otra foto.",
        en: "This file is damaged or not complete. Open it to check, or choose another photo.")
    case .unavailable:
      Phrase(
        es: "El portal no puede leer fotos en este momento. No se ha cambiado nada. Prueba más "
          + "tarde.",
        en: "The portal cannot read photos at the moment. Nothing was changed. Try again later.")
    }
  }
}
