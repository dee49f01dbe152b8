import Foundation

/// The kernel's pictures: rings, one in the other, as a gimbal has them.
enum Logo {
  /// By the names under which Jupyter looks for them.
  static var files: [String: Data] {
    [
      "logo-svg.svg": Data(svg.utf8), "logo-32x32.png": picture(small), "logo-64x64.png": picture(large),
    ]
  }

  private static func picture(_ text: String) -> Data {
    // Our own constant: that it is Base64 is tested.
    Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
  }

  private static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
    <g fill="none" stroke-width="5">
    <circle cx="32" cy="32" r="28" stroke="#0072b2"/>
    <ellipse cx="32" cy="32" rx="21" ry="11" stroke="#e69f00" transform="rotate(-28 32 32)"/>
    </g>
    <circle cx="32" cy="32" r="5" fill="#d55e00"/>
    </svg>

    """

  // The same, as a browser draws it with 32 and 64 pixels on a side.
  private static let small = """
    iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAGDklEQVR4nKxXaWxUVRT+7pupTKGl7G2nQhFFIBAQlS2BGBSItsIIsY0ErVQQpKC0
    A1Z+aRPiD0FaKoikCKUgUKqJXRGMBAVlURAsu2JsrV0AdyjSznL93rw7W5luwGmm7y7nnO9795577nlm3I6kHYhA12t94RJ9PX2TvIobkVexYfJ1
    dFJEh7QWHA9DRO0zbD0JKabQakBIPSmr6HI/dfaiR0QxsiY723PdPoH0kkQIkUPNweiMSPxEu0XInr4ft0VgQVlXdHNvp5NZLTyfpNkeuPErNNR5
    htyw0lM85xKo/1CwuixEVPdUrsbNjhPILLHCiXJOj1ZernFZ10Ez5WFNYjXakvRPB1LvFdqk0T5SjZ6ASyYi13a5fQKvV8TA6ToWsM8f4Wbkok4H
    mB6olmt5bM1WI9VwmMdgXcLV1glkFIUDlqMcHenpS7kaObZM3InYSzYQZpHqfUcSk0iiyTut+TWlgLAUBYCv7yz4lXzENORjfN02DJPvoYtnMNuW
    xoDcoFTGIMyxPdDGvwIZpcns7VZkDqCmaSo+Tna1BVi7GUOEgJ3NSaQ/kM7C/e/D0AS+4itutlYUFaK/5Uv2JxqoYibWTC9uSeAMe8Np2IQwOQir
    bHWhQKWEqN8KG5+LCT4FHZOd1sqyTAh5iW0LnRzn6o7xE8goG8vJY0p5JbJnvBnKC5d4sEOigMATWpA6wrFKIXGJK3GGTiP1IOb4ck7HKLWZ1srS
    cRxf4em5TaOxNvGUWbmwGQ/+NTtzWwLLLGgN8VhG8JUE6qJAm+hslybwrjUVZ0MRrstHBR/6i3Wn5xSu7BI4hUFAc+qZ9ZQ3CG0K6jDen/VHEHgR
    TPXxKJTAKi84ZWMEk09cKlJj54YG14XELhC4UnWHeLZV4lv1sh5MsyfPi7rhho529BbwRuxiM0kZVTOoUqxzcfBsEnqdS8F8fdjkQPGQXfg9JAuB
    Pqp1Q/V1jLFsjNJPnoauNXF+bXdVEPh1FAaAf29xYJQOfj4FvaUF57gqm/Sfw4wzF2f7gHzCIzmdj6Gqu0/5qVJEBDJLYzWmzRg/W+Ej0NCIt6ny
    rBc8XOCJXgvxj4emRBK3I9pvhmiXGc8Hgv+Vjx7Ue8djzni5x4QPlLYPA80iRiNIwFkX+tlFXQEGsJGhwM93c2Nqz1T8jQ5KTRHCud6f0fcwRXBN
    nxdRa/hzN/vhpMYgNF3xm8p+hg6W8CjdYyjBHjUffwYCcM9L+Va+u15vE2SPp30AZlMjimk/Xk1/HtsN/mMthH/FnWENGiIb630DboMA33qaGjnB
    SN6LFjK00HMN30+Ql/WfyYTBw7bhx8sFGFn/C45wbpoidjiWJ0wkB6yygJ9AU7/LZmQlN8NeekH3y8nxSinc4MGiohUZsZ31APCh3v6tAL1rH8N6
    lxtpnuAybE+HO5AgFiK4DpBygr4nfJ5G3qMObx4oV8+nWQvod/hFgwcSGrZgXGsk9Lugbgs2CRdqqbvYMNGxkWsJw0Rv0PpkRXlP6GWd4dyDaWRC
    yY5g2hQiDE6ZrklsY0rVj1B3BuMhgnzCA/sNl/RnptsRnHuA7ZHelCx8L4djZomF0fPwQ0jGTS47MUxGx1Tut82SGv4t041G8NfINDmodvisXE4+
    hw4Igb/QI51ZcR+fMqTSq3v6wuysgSebsqzLtj2sDxtbkKUfP/maUu3Gi6IwrlrOIYFU9g8BwU7Z+U8/nmxu5BI+GPcSpurB2ip4UpGJdcBu+FK5
    SPNOBVdE9pL1HFqsUHKQM8PuaebDUm/CfZoLUWRc1S8VDeiMBPoF1vK2zQhNQGfa3/I1fGdYruJSvYE7EXvpav5frvwdZKHzeGChc2tRurQkmhtz
    nMFyrxq5O0Wp1Mt48QgroaBLK3RZnr43FlpTRXBZruVB09Z1sCxfSpt5vrJcylMwm5/C6sRbtq7tD5MI91aqJAVPBHyYQNZCMJ0LaeUbDqC3RCqM
    ClbHTkRFzuvch0mg2EtG89p+i60Z3izXruiVFWQxtVne2U62pdoxh7osq4iH2/kCY2MO/Hd8S+RzJLuDW7Cj3a3qNIFAuYuf5/8DAAD//+hj9xgA
    AAAGSURBVAMAAAgyiLZiZbUAAAAASUVORK5CYII=
    """

  private static let large = """
    iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAMs0lEQVR4nORbDXRUxRX+5u0SoJBgqvwkrUqleiiiByitii0FqoKQH+C02GohgGis
    HiEJhCLt8aQH6z/5kaLUCgFORQUryYakohawWtp6QMVKVeypv/mBqGAAD0l23/SbtyTZfW929+1mk9Ljl/Py3s7Mm5l7586de+/MM/Alhxe9heXV
    qWjzDIb0D4bH4F3wMgdbecJohpDNCJi8e5uREmjG/bnH0QsQ6CmUSAPHdkyEMGfyVy6EGI748B4kqmDIKqTmvIwSYaIHkHwGFNZkA/InvKaT6LOQ
    DEh5jF2tY2+fQGnODiQRyWNAkS+LHb2bRF+CnsUBtrMCZbnPIgnoPgMKa74LmKUk/Er0JqT8KwzPEqzO2o9uIHEGFNVeBATu49NM9y/J45zXDWy2
    kS03UhE2BHshM5meyXsGf/ESqe6rlE9Tcf4SpTMOIQEkxoDCmlkc9ac46n1ilGzi9QI7+QL64Hlq9ga4wfLqTPjFNaTuKnbxh0wZFrW8lO2AcR3K
    srcjTsTPgMKaWzhSj0QtI7GFzLkfpdkHkAwUVY+ltCxjb6+PXlDejNLc3yMOxMeAQt+dfOPXUUrsZ0dv5Ui8gp6A0jdCPsynb0cuJFeSCffAJdwz
    oKia810s1+ZJ+TFHfQXKcx9Hb6CwOo89v5v9ydQXkPeQCSvhAu4YUOSbz/+V+rbwIlpTs/Dw5BPoTdxelwav30cKfgB9vxahLGd9rGpiM2Bp9USY
    2MU57dG0sg1padejZLIf/wuU7PaipWULyfixI0/KAIRnIkqz9karIjoDltaeDzPwBkulORvAveTwHTgTEHl6HmX/x6F81vuRXo3MAOW8tIv9LHGh
    I0+K1VR0y3AmodBHYwyFzgx5iC7f+EjOVWRvsF2UaYkH1/OyrGL0MD77HQa1piDdNJAuJFKlwHGPwLG+ARxNX4BjjhfKspdSV43imE4NzxAXoV3e
    z4ef69rRS0Bx3Qj4/e8yNzxf4i2cFOPxaPYXSCJkCYzG4RhLQqdIYArb+R5bHhj5BRwnQ2oN4Blqprph83DSSl+2cwDMU69aRIeVpz4IGN/CQ9nv
    2qvSM6CwegeV3gxb6icU/THkdD2SAFmJfg0C15CYWSQ8iz05BwmADDtKRvwsYwHqrISC7cPpI5AJSLcVraInOcv+vpMBS6ouY8Di786WxA0kfgu6
    ifqNuJKryu1sOYeN90fysC5zwWkxt+wEsdFRwhQTUJ79t9Akw1HII3Rm7pvdIV5uRUrjRsxrqMQ+jvbLQuC6JBOvcEvDBlRYT2U5myn27zhKCPlb
    e1I4Awqq6dKKsY4XpUxY6dVvQG7jCRySEpsQ1YTVQOIw/x/k9RLff4e/oxtbAovZ3k8VpSStWJM/Lui+dyF8FRDGLGtWhfdibyLBhyOVuNAvsYaN
    TnX5Ct1jPMf7XsPE3mGLKHUaNGzCeQhgGuu9GRqGUrrKeXuCElvDqbCPCePDS0ilBzp9FdsyKJ0WFUQp4gRFcTFNw4pYdiZZfYpjtZVy+HjmfIv4
    mMjMw4e8PaouTqvbKBl2sR7SWIlJVIp7+LwaihmhEFb8otOA65oCy3aMZuZ54XXJNqSl1sIljj2OdBJfxXoqYhR9j1dBiokhmQuR55Z4OzLmYy2Z
    uMGeTqbMsR78feqsJTAcI4PBnCC6GGAGHEsEh+h52vmn4AL11O5ftOFfJD43YiEJtTzNora+gFfF4BvR7dA3Rb5OkzzS+r9megsL7HL2IzC747GL
    AVI4Q1sC1XABaveZDFrvQYTIDUfpU/7Lp1iOJ+FVSCKoL1o1yW0hjWvak520hq4C4dpfqr++f0QMNG3AdbxtJ7P0ZrXEY/3bMIKi/ihHSyLJYIXn
    apK7pFamaMJkonMlCHa6uHYYAgGbypL1KJv2GaJAEW8Km5Lp6tkJErwwYyG22bMOzsO1zL+L5uwFVnck/kMG/urizfgT4gQZoAuT/bPzqXxaIx2l
    w6x/aGeaMvFve+ZsrJ39aVAC2jWiK8RhREE95zyJfxIaa5JK6DWvibEU+TDiucZ4Ds5lJEeiVq3JfPEsdVnrM9PenItVqgxcomEjl0FBv8EGr4Bd
    cp20pHgtmoMM8MihjgISRxABR7bSUTH1I88R2ZV5AlcMWYR/2/MO9ge3yrgECc0CyTRKzMq3+mMyXEKzBCp8OGQBXreVPKLpqEWzcbqmoZoORZQA
    /0msY2fP1VT6IoN0M8RirWJS+b9AdBimhKs4Q+MG/IhcvFyTpQmICicDPKEMME2N9pZaCaDG/z5vNzhK01Q1vCR+AaItm2MQGzHLNG/CRVIfo3yb
    q8w6TbpzME2ETAFhOLWzjGDHSU0DVHgeL67t9Mt7EE2bMaA9QGWpiRd4JG7UviQQ0KRZuuY0AzQcCtWap1G/kQ0IjNKUnUvi30NsvN6dMp/+AWkB
    P42z06uHDeuHLkSkAKhOwtWuVQcDtBrfwQAaO0XOerDbrXFjCDwYo4hJ4u7TZagQ2al2vETdc4WmD69mDMCtEWuV0skAM5QBAS0DhoT+aHgM59tH
    n/O+lfNeL3YajNrMfUJE9RNWjd6M3fbEpscw+lQKXuOcvNSexz581qcPssScEOvPiYhK/rQl6IkpAYy9zdFUst2l6HeCxk4B3ZOL2fH1HLkP1KWe
    VRrzSuzllX8fMLCPj9+w56lwmJdxxMFz6UpHhXBKgD+lKUhCBwp9pmN9bvWfo6wl9UgvbyNz88Kq5W96ZJvRQ+CKo9zem3R5yr/wGpgyNA9vRK0k
    aOU22l6WjBpZg9/lCwhNRSneTqeBZmtfezbX7BicTwz08+eQeGVIaYln9z9JMTAhJvEKflNzfkF2HqoI8Qbh9PsFo7Udj9LJAI8mrTsg0dN4vcIp
    8RR/johQ7BWO/rjBeXB5IMLMciSJLlpD3WHn4SPJsPXN+/oEs52mrRnCoO6gvhJX83qZj8oZ+k6UohVccS772kJ8BDdQfRe42pEu0UlrFwNUuFii
    OaygwFeQ2jRFPXq1fjXyG9Y7nRE3aKrEJRztFVakGHiOV+QzRioYamI2iS9APBjYwHikSLGlfsIY576OH7agqOQIiHlhaWbgdv7fqYwMKsLDdgNJ
    Gnie6Wvp/a3TOUAdOLwJlwYC1ho+gXVMMmEPv0WAxNN9JJYweuTueE34u8sc9qwMD/KEZxf65jDlKUdFpphMCdmjliRq/mj7A+9bS1uwZlX32fx9
    js6qdNF5VU8+Ayk7kQiW7pgKaTqj2VLMDj1LFL4v4PdWs2Hn1pch16gb594TuiBkCIZbBxaChxYm8ro4AeI/pMK9NaMdFyZMvIIM6KLZH2DQwJrQ
    hHAGrJneGmGffTQKfHPVQ+Zw5JNJq5FsMCpE7X9TxnCMYBTpEZHPME2iKKpeSDpGaRopth/miLA56ttvRWnCEXbYQC1Z7PSTLDcIiSIYCquigtue
    8RH2ihJ0/zyw2hwVngPOQx3yNZTm2mmKwICCmiso9hrPSh6C0W8cHpxqub0qMtR+knY4oMLM03kNQARYmyCg4SKhjJADdIz2DlsQErtLBtShDr8y
    m23b4woB83JUzPyHPTny3k2RTykKnRW1k9vM1wb338JxtBJntXqQTpc1XRgYyKWzhY74sb5tOPrVfHyOHgUtlSLfn9kvTUhNbuPoz9G9FZkBS6qH
    QjkhQnzdWZ98gGvpcpxJKPKV8b/TTlBH+NoCYzp8GjtiHJKqGckKlNGgEW1ZirSc4p46x+8a6ruElhpF/GJHHiWQQYjLsDr77Uivxz4mV1B1FSvZ
    qeJmzgbkC/D0m9mhE3od1kEuPEMpvcqRp/YE6S1ide5folVhIBbKZzKIIQq1eaphs3WfdZyut6HabOdeo454BSEWxSLeKga3KPLdy//6sLaEOjT1
    GwxKLXW7mZowSnb3Q0tLMXXeCstX0WMVFfWdLmqLgwEKwSOz6jR2hON18iOu5HegPGeLbpXoHqjlC33KT7lLq5iD8LNYXjzHeeI/Lh+0EZQ/nR6x
    jJSM7Br5STs1XrRjAk3btSR8TJQ2uQNtZNsPQcVCYh9MqPknA8rRGBm1nMS7FIQ97NgeeI1deGBGE9xAfTDRxi0yQ0wiYZNI+DdjvPE22r1X05T/
    GHEi8U9m1Fz8vEVtY61kB12e+LJ9MgPleHEZg8hgeob16Uw8n8wEdc8q6p7yRHVP4gzoQMGzGTBa7+LTfO1S2SOQtD3EBo76So56M7qB5H02t6T6
    UorsQ4h0fj9ZUN8nGOKWaMZNPEgeAzqgGOHhNoU6qKQ/bJ0A6ISp02QmtqEiN3YkOA4knwGhKKgdA8OvnBBeYkRc70rJ8JrYCunZhvIZbvYUE0LP
    MiAUX7qPp/9P8F8AAAD//2ucOswAAAAGSURBVAMA/NdYs9Ie1K4AAAAASUVORK5CYII=
    """
}
