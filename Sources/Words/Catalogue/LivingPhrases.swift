/// The tools of the page: the walk again, under another circle, by the program of the device.
package enum LivingPhrase: CatalogueKey {
  // The reasons why the tools are off.
  case needsScript, needsModule, needsBrowser, unpacked, damaged, differs, failed, preparing, same
  // The reason why a change is refused.
  case tooFar
  // The section.
  case section, note, map, mapHelp, zoomIn, zoomOut, zoomAll, house, houseHelp
  case wearer, nothingShown, unknownPage
  case soundLow, soundMedium, soundHigh, soundCall, shakes, silent
  case whatIf, radius, metres, sensitivity, reset, recorded, now, digestNow, listNow
  case outcome, firstAlert, firstAlertUnknown, command, profile, copy, copied, rest
  // The bar of the time.
  case player, time, play, pause, before, after, speed, times, soundOn, soundOff
  case inside, outside, unannounced, noPosition, noPower

  package var phrase: Phrase {
    switch self {
    case .needsScript:
      Phrase(
        es: "Aquí se puede repetir el paseo con otro perímetro si el navegador ejecuta JavaScript. "
          + "Todo lo demás está completo sin eso.",
        en: "The walk can be replayed here under another perimeter where the browser runs "
          + "JavaScript. All else is complete without it.")
    case .needsModule:
      Phrase(
        es: "El paseo no se puede repetir aquí: el programa que hizo esta página se compiló sin el "
          + "del dispositivo dentro (make lo incluye).",
        en: "The walk cannot be replayed here: the program that made this page was built without "
          + "the device's own in it (make includes it).")
    case .needsBrowser:
      Phrase(
        es: "El paseo no se puede repetir aquí: este navegador no tiene WebAssembly o no "
          + "sabe descomprimir.",
        en: "The walk cannot be replayed here: this browser lacks WebAssembly or decompression.")
    case .unpacked:
      Phrase(
        es: "El paseo no se puede repetir aquí: la grabación es demasiado larga para una página, o "
          + "tiene un valor que no es un número.",
        en: "The walk cannot be replayed here: the recording is too long for a page, or holds a "
          + "value that is no number.")
    case .damaged:
      Phrase(
        es: "El paseo no se puede repetir aquí: el programa o la grabación de esta página están "
          + "dañados ({reason}).",
        en: "The walk cannot be replayed here: the program or the recording in this page is "
          + "damaged ({reason}).")
    case .differs:
      Phrase(
        es:
          "El paseo no se puede repetir aquí: esta página obtiene la huella {value}, y el informe "
          + "dice {text}. Deberían ser iguales.",
        en: "The walk cannot be replayed here: this page arrives at digest {value}, and the report "
          + "says {text}. They should be equal.")
    case .failed:
      Phrase(
        es: "La repetición falló ({reason}); las herramientas quedan apagadas.",
        en: "The replay failed ({reason}); the tools are off.")
    case .preparing: Phrase(es: "Preparando la repetición…", en: "Preparing the replay…")
    case .same:
      Phrase(
        es:
          "Comprobado: esta página repite la grabación con la huella {value}, la misma del informe.",
        en: "Checked: this page replays the recording with digest {value}, that of the report.")
    case .tooFar:
      Phrase(
        es:
          "La casa no se puede poner ahí: queda a más de 100 km de la grabada, o fuera del plano. "
          + "Sigue donde estaba.",
        en: "Home cannot be put there: it is more than 100 km from the recorded one, or off the "
          + "plan. It stays where it was.")
    case .section: Phrase(es: "El paseo, otra vez", en: "The walk, again")
    case .note:
      Phrase(
        es: "El programa del dispositivo repite aquí la grabación. Mueve la hora en la barra de "
          + "abajo. Cambia el radio, la sensibilidad o la casa, y mira qué habría pasado.",
        en: "The device's own program replays the recording here. Move the time in the bar below. "
          + "Change radius, sensitivity or home, and see what would have happened.")
    case .map: Phrase(es: "Plano que se mueve", en: "Plan that moves")
    case .mapHelp:
      Phrase(
        es:
          "Arrastra el plano o usa las flechas; más y menos lo acercan y alejan. Toca el recorrido "
          + "para ir a ese momento.",
        en: "Drag the plan or use the arrow keys; plus and minus zoom. Touch the track to go to "
          + "that moment.")
    case .zoomIn: Phrase(es: "Acercar", en: "Zoom in")
    case .zoomOut: Phrase(es: "Alejar", en: "Zoom out")
    case .zoomAll: Phrase(es: "Ver todo", en: "Show all")
    case .house: Phrase(es: "Casa", en: "Home")
    case .houseHelp:
      Phrase(
        es: "Arrastra la casa, o selecciónala y usa las flechas: 10 m, con mayúsculas 100 m.",
        en: "Drag home, or select it and use the arrow keys: 10 m, with shift 100 m.")
    case .wearer: Phrase(es: "Pantalla del dispositivo", en: "The device's screen")
    case .nothingShown: Phrase(es: "Nada todavía", en: "Nothing yet")
    case .unknownPage:
      Phrase(
        es: "Una pantalla cuyo texto no está en esta página",
        en: "A screen whose text is not in this page")
    case .soundLow: Phrase(es: "Suena: prioridad baja", en: "Sounds: low priority")
    case .soundMedium: Phrase(es: "Suena: prioridad media", en: "Sounds: medium priority")
    case .soundHigh: Phrase(es: "Suena: prioridad alta", en: "Sounds: high priority")
    case .soundCall: Phrase(es: "Suena: llamada", en: "Sounds: the call")
    case .shakes: Phrase(es: "Vibra", en: "Shakes")
    case .silent: Phrase(es: "En silencio", en: "Silent")
    case .whatIf: Phrase(es: "Otro perímetro", en: "Another perimeter")
    case .radius: Phrase(es: "Radio", en: "Radius")
    case .metres: Phrase(es: "Radio en metros", en: "Radius in metres")
    case .sensitivity: Phrase(es: "Sensibilidad", en: "Sensitivity")
    case .reset: Phrase(es: "Como se grabó", en: "As recorded")
    case .recorded: Phrase(es: "Grabado", en: "Recorded")
    case .now: Phrase(es: "Ahora", en: "Now")
    case .digestNow: Phrase(es: "Huella", en: "Digest")
    case .listNow:
      Phrase(
        es: "Salidas y regresos con este perímetro", en: "Exits and returns under this perimeter")
    case .outcome:
      Phrase(
        es: "{distance}, {value}: {words}, {time} fuera",
        en: "{distance}, {value}: {words}, {time} outside")
    case .firstAlert:
      Phrase(
        es: "primer aviso a {time}, {late} tras el cruce",
        en: "first alert at {time}, {late} after the crossing")
    case .firstAlertUnknown: Phrase(es: "primer aviso a {time}", en: "first alert at {time}")
    case .command: Phrase(es: "Lo mismo en la línea de órdenes", en: "The same on the command line")
    case .profile: Phrase(es: "Para el perfil", en: "For the profile")
    case .copy: Phrase(es: "Copiar", en: "Copy")
    case .copied: Phrase(es: "Copiado", en: "Copied")
    case .rest:
      Phrase(
        es: "Las tablas de la página siguen contando lo grabado.",
        en: "The tables of the page still tell of the recording.")
    case .player: Phrase(es: "Hora del paseo", en: "Time of the walk")
    case .time: Phrase(es: "Hora", en: "Time")
    case .play: Phrase(es: "Reproducir", en: "Play")
    case .pause: Phrase(es: "Parar", en: "Pause")
    case .before: Phrase(es: "Suceso anterior", en: "Event before")
    case .after: Phrase(es: "Suceso siguiente", en: "Next event")
    case .speed: Phrase(es: "Velocidad", en: "Speed")
    case .times: Phrase(es: "{number} ×", en: "{number}×")
    case .soundOn: Phrase(es: "Sonido encendido", en: "Sound on")
    case .soundOff: Phrase(es: "Sonido apagado", en: "Sound off")
    case .inside: Phrase(es: "dentro", en: "inside")
    case .outside: Phrase(es: "fuera", en: "outside")
    case .unannounced: Phrase(es: "sin salida avisada", en: "no exit announced")
    case .noPosition: Phrase(es: "sin posición", en: "no position")
    case .noPower: Phrase(es: "sin corriente", en: "no power")
    }
  }
}
