print("gimbal")
